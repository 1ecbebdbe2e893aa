#!/bin/sh
echo "$2 installing" >> "$1"
echo "Unpacking the page of $2"
while [ ! -e "$3" ]; do sleep 0.1; done
echo "$2 installed" >> "$1"
