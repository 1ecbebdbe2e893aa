using namespace System.Security.Principal

# Each step notes that it begins and in which start of the agent, waits until it may go on, and notes its end.
function Add-Note {
    param([Parameter(Mandatory)] [string] $Folder, [Parameter(Mandatory)] [int] $Step)
    $notes = Join-Path $Folder notes
    Add-Content -LiteralPath $notes -Value "begins $Step at $env:START"
    Write-Host "Schritt $Step läuft"
    while (-not [IO.File]::Exists("$Folder\go-$Step")) { [Threading.Thread]::Sleep(50) }
    Add-Content -LiteralPath $notes -Value "ends $Step"
}

# A program that goes on in the folder of the plan, and one that it has started.
function Start-Waiting {
    Start-Process -FilePath cmd.exe -ArgumentList '/c', 'ping -n 3600 127.0.0.1' -WindowStyle Hidden
    Write-Warning 'A program goes on.'
}

function Get-Answer {
    param([Parameter(Mandatory)] [string] $Word)
    $system = [SecurityIdentifier]::new('S-1-5-18').Translate([NTAccount]).Value
    New-Item -Path 'HKLM:\SOFTWARE\Vetro' -Force | Out-Null
    Set-ItemProperty -Path 'HKLM:\SOFTWARE\Vetro' -Name Word -Value $Word
    "ü on $([Environment]::OSVersion.Platform), the system is $system"
}
