module example.org/toy

go 1.19
