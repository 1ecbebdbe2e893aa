# What parts do: each says what it was asked for.
function New-Part { param($Node) "new $Node" }
function Start-Part { param($Node, $Mode) $Mode }
function Stop-Part { param($Node, $Mode) $Mode }
function Remove-Part { param($Node) "removed $Node" }
function Repair-Part { param($Node) "repaired $Node" }
function Compare-Part { param($Node) }
function Update-Part { param($Node) "updated $Node" }
function Read-Part { param($Node, $Mode) $Mode }
function Set-Part { param($Node, $Mode) $Mode }
function Test-Part { param($Node) "$Node works" }
function Edit-Part { param($Node, $How) "$Node is $How" }
function Test-Agent { param($Manager) $Manager }
function New-Agent { param($Manager) $Manager }
