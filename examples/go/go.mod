module example.com/newest

go 1.19

require example.com/log-endpoints v0.0.0

replace example.com/log-endpoints => ../../generated/clients/go
