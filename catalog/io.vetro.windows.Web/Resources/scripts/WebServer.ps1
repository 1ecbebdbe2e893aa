# Internet Information Services with ASP.NET and a start page.

function Install-WebServer {
    param(
        # what the start page is headed
        [string] $SiteTitle = 'It works'
    )
    # a Windows without a desktop has no console to manage web servers with
    Install-MissingFeature -Name 'Web-Server', 'Web-Asp-Net45' -Optional 'Web-Mgmt-Console'
    Import-Module WebAdministration

    Set-Service -Name W3SVC -StartupType Automatic
    Start-Service -Name W3SVC
    Confirm-DefaultSite
    Write-StartPage -Folder (Get-SiteFolder -Site 'Default Web Site') -Title $SiteTitle

    if (Get-VisitorRule) {
        Enable-NetFirewallRule -Name 'IIS-WebServerRole-HTTP-In-TCP' -ErrorAction Stop
    }
    Wait-Until -What 'Answering on port 80' -Seconds 120 -Condition {
        Test-WebAnswer -Path ''
    } | Out-Null
    Write-Log 'The web server answers on port 80'
}

# The rule of the firewall that lets visitors in; nothing where this Windows has none.
function Get-VisitorRule {
    try { return Get-NetFirewallRule -Name 'IIS-WebServerRole-HTTP-In-TCP' -ErrorAction Stop }
    catch {
        if ($_.FullyQualifiedErrorId -notlike 'CmdletizationQuery_NotFound*') { throw }
    }
}

# An image may come without the site that Windows brings; the start page needs one.
function Confirm-DefaultSite {
    if (@(Get-Website).Count -gt 0) { return }
    $folder = Join-Path $env:SystemDrive 'inetpub\wwwroot'
    New-Item -ItemType Directory -Path $folder -Force | Out-Null
    New-Website -Name 'Default Web Site' -Port 80 -PhysicalPath $folder | Out-Null
}

function Get-SiteFolder {
    param([Parameter(Mandatory = $true)] [string] $Site)
    $path = (Get-Item -Path "IIS:\Sites\$Site").physicalPath
    return [System.Environment]::ExpandEnvironmentVariables($path)
}

# Whether a page of this machine counts as there. The page that a service names for its health check has to answer as
# the load balancer wants it: it, or where it has gone to, or that one has to sign in. Where none is named the site
# itself is asked: any answer but a fault of the server comes from what runs there.
function Test-WebAnswer {
    param(
        # empty where no page is named
        [Parameter(Mandatory = $true)] [AllowEmptyString()] [string] $Path
    )
    $page = if ($Path -eq '') { '/' } else { $Path }
    $status = Get-WebStatus -Uri "http://localhost$page"
    if ($status -lt 404 -or ($Path -eq '' -and $status -lt 500)) { return $true }
    throw "$page answers with $status."
}

# The number that a page answers with; throws when nothing answers at all.
function Get-WebStatus {
    param([Parameter(Mandatory = $true)] [string] $Uri)
    try {
        return [int](Invoke-WebRequest -Uri $Uri -UseBasicParsing -TimeoutSec 30 -MaximumRedirection 0 -ErrorAction Stop).StatusCode
    }
    catch {
        # where a page has gone to another address, the answer is that; Windows PowerShell calls it an error
        if ($_.FullyQualifiedErrorId -like 'MaximumRedirectExceeded*') { return 302 }
        $response = $_.Exception.PSObject.Properties['Response']
        if ($response -and $response.Value) { return [int]$response.Value.StatusCode }
        # in every language Windows puts the number between brackets
        if ($_.Exception.Message -match '\((\d{3})\)') { return [int]$Matches[1] }
        throw
    }
}

# Repeats what Windows refuses while a site or a pool still starts or stops (0x80070425).
function Invoke-WhenSettled {
    param([Parameter(Mandatory = $true)] [scriptblock] $Action)
    for ($attempt = 1; $true; $attempt++) {
        try {
            & $Action
            return
        }
        catch {
            $isSettling = $_.Exception.HResult -eq -2147023835 -or $_.Exception.Message -match '0x80070425'
            if ((Test-ScriptMistake $_) -or -not $isSettling -or $attempt -ge 6) { throw }
            Start-Sleep -Seconds 5
        }
    }
}

# A page of one's own is left alone: only the page that Windows brings, or none, gives way to ours.
function Write-StartPage {
    param(
        [Parameter(Mandatory = $true)] [string] $Folder,
        [Parameter(Mandatory = $true)] [string] $Title
    )
    foreach ($name in 'default.htm', 'default.html', 'index.htm', 'index.html', 'default.aspx') {
        if (Test-Path -LiteralPath (Join-Path $Folder $name)) { return }
    }
    $safe = [System.Net.WebUtility]::HtmlEncode($Title)
    $page = @"
<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>$safe</title></head>
<body style="font: 1.1rem/1.5 'Segoe UI', sans-serif; margin: 15vh auto; max-width: 36rem; text-align: center">
<h1>$safe</h1>
<p>This web server is ready. Put your own pages into $Folder on $env:COMPUTERNAME.</p>
</body>
</html>
"@
    Set-Content -LiteralPath (Join-Path $Folder 'default.htm') -Value $page -Encoding UTF8
}
