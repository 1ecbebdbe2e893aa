# Operations that always end the same way.
function Test-Passing { 'passed' }
function Test-Failing { throw 'This operation always fails.' }
function New-Link { 'linked' }
function Remove-Link { 'unlinked' }
