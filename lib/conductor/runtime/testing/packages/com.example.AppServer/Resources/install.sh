#!/bin/sh
echo "$deploy_action with port $port"
printf "http://%s:%s/" app "$port" > $heat_outputs_path.url
