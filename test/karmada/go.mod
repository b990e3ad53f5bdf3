module workload.example.io/interpreter/test/karmada

go 1.26.0

replace workload.example.io/interpreter => ../..
