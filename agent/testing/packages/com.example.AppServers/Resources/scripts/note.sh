echo "$deploy_resource_name $deploy_action" >> "$notes"
