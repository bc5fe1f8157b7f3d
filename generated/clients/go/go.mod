module example.com/log-endpoints

go 1.19
