module workload.example.io/interpreter

go 1.26.0
