module source.example.io/fixture

go 1.26.0
