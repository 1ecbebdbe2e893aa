#!/bin/sh
echo "$deploy_resource_name $deploy_action $http_port" >> "$notes"
printf 'http://localhost:%s/' "$http_port" > "$heat_outputs_path.root_url"
