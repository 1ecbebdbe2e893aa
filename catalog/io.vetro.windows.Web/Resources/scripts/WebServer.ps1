# Internet Information Services with ASP.NET and a start page.

function Install-WebServer {
    param(
        # what the start page is headed
        [string] $SiteTitle = 'It works'
    )
    Install-MissingFeature -Name 'Web-Server', 'Web-Asp-Net45', 'Web-Mgmt-Console'
    Import-Module WebAdministration

    Set-Service -Name W3SVC -StartupType Automatic
    Start-Service -Name W3SVC
    Write-StartPage -Folder (Get-SiteFolder -Site 'Default Web Site') -Title $SiteTitle

    $rule = Get-NetFirewallRule -Name 'IIS-WebServerRole-HTTP-In-TCP' -ErrorAction SilentlyContinue
    if ($rule) {
        Enable-NetFirewallRule -Name 'IIS-WebServerRole-HTTP-In-TCP'
    }
    Wait-Until -What 'Answering on port 80' -Seconds 120 -Condition {
        (Invoke-WebRequest -Uri 'http://localhost/' -UseBasicParsing -TimeoutSec 10).StatusCode -eq 200
    } | Out-Null
    Write-Log 'The web server answers on port 80'
}

function Get-SiteFolder {
    param([Parameter(Mandatory = $true)] [string] $Site)
    $path = (Get-Item -Path "IIS:\Sites\$Site").physicalPath
    return [System.Environment]::ExpandEnvironmentVariables($path)
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
    Add-Type -AssemblyName System.Web
    $safe = [System.Web.HttpUtility]::HtmlEncode($Title)
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
