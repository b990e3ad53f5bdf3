module other.example.io/module

go 1.26.0
