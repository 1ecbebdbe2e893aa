#!/bin/sh
echo "$deploy_resource_name $deploy_action $http_port" >> "$notes"
if [ -e "$notes.sessions" ]; then
  echo "sessions are still open" >&2
  exit 3
fi
