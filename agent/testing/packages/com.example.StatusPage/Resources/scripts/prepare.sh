#!/bin/sh
echo "$2 prepared" >> "$1"
