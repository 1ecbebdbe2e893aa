# The portal keeps its pages and settings below one folder; its services are plain Windows services.
$PortalFolder = 'C:\Portal'

# A service of this machine; nothing where there is none. By a pattern: then it is an error only that Windows does not answer.
function Find-PortalService {
    param([Parameter(Mandatory = $true)] [string] $Name)
    Get-Service -Name "$Name*" | Where-Object { $_.Name -eq $Name }
}

# A service that is there already is left as it is.
function Install-PortalService {
    param([Parameter(Mandatory = $true)] [string] $Name)
    if (Find-PortalService -Name $Name) { return }
    New-Item -ItemType Directory -Path $PortalFolder -Force | Out-Null
    New-Service -Name $Name -BinaryPathName "$PortalFolder\$Name.exe" -StartupType Automatic | Out-Null
}

function Start-PortalService {
    param([Parameter(Mandatory = $true)] [string] $Name)
    Start-Service -Name $Name
    (Get-Service -Name $Name).WaitForStatus('Running', [TimeSpan]::FromSeconds(120))
}

function Stop-PortalService {
    param([Parameter(Mandatory = $true)] [string] $Name)
    Stop-Service -Name $Name -Force
}

# Throws what is wrong.
function Test-PortalService {
    param([Parameter(Mandatory = $true)] [string] $Name)
    $service = Find-PortalService -Name $Name
    if (-not $service) { throw "Windows has no service $Name on $env:COMPUTERNAME." }
    if ($service.Status -ne 'Running') { throw "The service $Name on $env:COMPUTERNAME is $($service.Status)." }
}

# A machine that answers works.
function Test-Machine { "$env:COMPUTERNAME answers" }

function Publish-Portal {
    param([Parameter(Mandatory = $true)] [string] $Title)
    Set-Content -Path "$PortalFolder\title.txt" -Value $Title -Encoding UTF8
}

function Connect-Portal {
    param([Parameter(Mandatory = $true)] [string] $Server)
    Set-Content -Path "$PortalFolder\database.txt" -Value $Server -Encoding UTF8
}

# Visitors see a note while the file is there.
function Start-Portal {
    if (Test-Path -Path "$PortalFolder\offline.txt") { Remove-Item -Path "$PortalFolder\offline.txt" -Force }
}

function Stop-Portal {
    Set-Content -Path "$PortalFolder\offline.txt" -Value 'The portal rests.' -Encoding UTF8
}

function Test-Portal {
    if (Test-Path -Path "$PortalFolder\offline.txt") { throw "The portal on $env:COMPUTERNAME is offline." }
    if (-not (Test-Path -Path "$PortalFolder\title.txt")) { throw "Nobody has published the portal on $env:COMPUTERNAME." }
}

function Clear-PortalCache {
    # by a pattern: it is no error that nothing is there
    Remove-Item -Path "$PortalFolder\cache\*" -Recurse -Force
}

# What the portal is like now, for whoever wants to know.
function Get-Portal {
    @{
        title  = [string]$(if (Test-Path -Path "$PortalFolder\title.txt") { Get-Content -Path "$PortalFolder\title.txt" })
        online = -not (Test-Path -Path "$PortalFolder\offline.txt")
    }
}

function New-MachineCertificate {
    $made = New-SelfSignedCertificate -DnsName $env:COMPUTERNAME -CertStoreLocation 'Cert:\LocalMachine\My'
    Set-Content -Path "$PortalFolder\certificate.txt" -Value $made.Thumbprint -Encoding UTF8
    "$env:COMPUTERNAME has a new certificate"
}
