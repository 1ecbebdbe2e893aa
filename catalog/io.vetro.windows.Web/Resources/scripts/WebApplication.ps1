# An ASP.NET application from a git repository: fetched, built if there is something to build, and served on port 80.

# Fetches, builds and publishes; running it again brings the newest commit. Returns the commit that runs now.
function Deploy-WebAppFromGit {
    param(
        [Parameter(Mandatory = $true)] [string] $Url,
        # branch or tag; empty for what the repository shows first
        [string] $Revision = '',
        # what the site is called
        [Parameter(Mandatory = $true)] [string] $Name,
        # where it keeps its data; empty for an application that brings its own settings
        [string] $Connection = '',
        [string] $ConnectionName = 'DefaultConnection',
        # the page by which one sees that it runs; empty where none is named
        [string] $HealthPath = ''
    )
    if ($Url -notmatch '^https?://[^\s"''`<>\\^{|}]+$') {
        throw "'$Url' is not the web address of a git repository."
    }
    if ($Revision -ne '' -and $Revision -notmatch '^[A-Za-z0-9][A-Za-z0-9._/-]*$') {
        throw "'$Revision' is not the name of a branch or a tag."
    }
    $root = Join-Path $env:SystemDrive 'Applications'
    $source = Join-Path $root 'source'
    Remove-Folder -Path $source
    New-Item -ItemType Directory -Path $root -Force | Out-Null

    $commit = Get-Repository -Url $Url -Revision $Revision -Folder $source
    $release = Join-Path $root $commit
    $built = Build-WebApplication -Source $source
    Move-Release -From $built -To $release
    Set-Connection -Folder $release -Name $ConnectionName -Connection $Connection
    Publish-Site -Name (ConvertTo-SiteName -Name $Name) -Folder $release -HealthPath $HealthPath
    foreach ($folder in @(Get-ChildItem -LiteralPath $root -Directory | Where-Object { $_.Name -ne $commit })) {
        # a build, or a scanner of viruses, may have files of it open for a moment more
        try {
            Wait-Until -What "Removing the folder $($folder.Name)" -Seconds 60 -Condition {
                Remove-Folder -Path (Join-Path $root $folder.Name)
                $true
            } | Out-Null
        }
        catch {
            if (Test-ScriptMistake $_) { throw }
            Write-Log "The folder $($folder.Name) stays until the next time: $($_.Exception.Message)"
        }
    }
    Write-Log "Commit $commit of '$Url' is served as '$Name'"
    return $commit
}

# Removes a folder with all that is in it. Windows refuses paths of more than 260 characters where they are not written in
# their long form (Microsoft, "Maximum Path Length Limitation").
function Remove-Folder {
    param([Parameter(Mandatory = $true)] [string] $Path)
    if (-not (Test-Path -LiteralPath $Path)) { return }
    try { Remove-Item -LiteralPath $Path -Recurse -Force }
    catch {
        if (Test-ScriptMistake $_) { throw }
        $refused = $_
        try { Remove-Item -LiteralPath "\\?\$Path" -Recurse -Force }
        catch {
            if (Test-ScriptMistake $_) { throw }
            throw $refused
        }
    }
}

# Runs a program to its end, at most so many seconds. Returns what it said; throws its own words when it fails.
function Invoke-Program {
    param(
        [Parameter(Mandatory = $true)] [string] $Path,
        [Parameter(Mandatory = $true)] [string[]] $Arguments,
        [Parameter(Mandatory = $true)] [string] $What,
        [int] $Seconds = 900
    )
    $start = New-Object System.Diagnostics.ProcessStartInfo
    $start.FileName = $Path
    $start.Arguments = ($Arguments | ForEach-Object { '"' + ($_ -replace '(\\*)"', '$1$1\"' -replace '(\\+)$', '$1$1') + '"' }) -join ' '
    $start.UseShellExecute = $false
    $start.CreateNoWindow = $true
    $start.RedirectStandardOutput = $true
    $start.RedirectStandardError = $true
    # nobody is there to type a password
    $start.EnvironmentVariables['GIT_TERMINAL_PROMPT'] = '0'
    $start.EnvironmentVariables['GCM_INTERACTIVE'] = 'Never'
    $process = [System.Diagnostics.Process]::Start($start)
    $output = $process.StandardOutput.ReadToEndAsync()
    $problems = $process.StandardError.ReadToEndAsync()
    if (-not $process.WaitForExit($Seconds * 1000)) {
        $process.Kill()
        throw "$What took longer than $Seconds seconds and was ended."
    }
    $process.WaitForExit()
    if ($process.ExitCode -ne 0) {
        $words = @(($problems.Result + "`n" + $output.Result) -split '\r?\n' | Where-Object { $_.Trim() -ne '' })
        $errors = @($words | Where-Object { $_ -match '\b(error|fatal)\b' })
        $told = if ($errors.Count -gt 0) { $errors[0].Trim() } elseif ($words.Count -gt 0) { $words[-1].Trim() } else { "exit code $($process.ExitCode)" }
        throw "$What failed: $told"
    }
    return $output.Result
}

# Clones one commit. Returns its id.
function Get-Repository {
    param(
        [Parameter(Mandatory = $true)] [string] $Url,
        [string] $Revision = '',
        [Parameter(Mandatory = $true)] [string] $Folder
    )
    $git = Find-Program -Name 'git.exe'
    if (-not $git) {
        throw 'This image has no git. Add Git for Windows to it, or choose an image that has it.'
    }
    # Only what the address says: no other protocol, and no redirect to a server that was not asked for.
    $arguments = @(
        '-c', 'protocol.allow=never', '-c', 'protocol.http.allow=always', '-c', 'protocol.https.allow=always',
        '-c', 'http.followRedirects=false', '-c', 'credential.helper=', '-c', 'core.longpaths=true'
    )
    $clone = @('clone', '--quiet', '--depth', '1', '--no-tags')
    if ($Revision -ne '') { $clone += @('--branch', $Revision) }
    $clone += @('--', $Url, $Folder)
    Invoke-Program -Path $git.Source -Arguments ($arguments + $clone) -What "Fetching $Url" | Out-Null
    if (Test-Path -LiteralPath (Join-Path $Folder '.gitmodules')) {
        $modules = @('-C', $Folder) + $arguments + @('submodule', '--quiet', 'update', '--init', '--recursive')
        Invoke-Program -Path $git.Source -Arguments $modules -What "Fetching the submodules of $Url" | Out-Null
    }
    $id = Invoke-Program -Path $git.Source -Arguments @('-C', $Folder, 'rev-parse', 'HEAD') -What 'Asking for the commit' -Seconds 60
    return $id.Trim()
}

# The folder to serve: what the build publishes, or the repository itself where there is nothing to build.
function Build-WebApplication {
    param([Parameter(Mandatory = $true)] [string] $Source)
    # both forms of a solution; the older one where a repository has both, as every MSBuild reads it
    $solution = Get-ChildItem -LiteralPath $Source -File -Recurse | Where-Object { '.sln', '.slnx' -contains $_.Extension } |
        Sort-Object -Property @({ $_.Extension.Length }, 'FullName') | Select-Object -First 1
    if (-not $solution) {
        foreach ($name in 'web.config', 'default.aspx', 'default.htm', 'index.htm', 'index.html') {
            $page = Get-ChildItem -LiteralPath $Source -Filter $name -Recurse | Sort-Object -Property { $_.FullName.Length } | Select-Object -First 1
            if ($page) { return $page.DirectoryName }
        }
        throw 'The repository has neither a solution (*.sln or *.slnx) to build nor a web page to serve.'
    }
    # its helpers end with it: those that it keeps for a next build hold files of this one
    $arguments = @($solution.FullName, '/nologo', '/nodeReuse:false', '/verbosity:minimal', '/p:Configuration=Release')
    $nuget = Find-Program -Name 'nuget.exe'
    if ($solution.Extension -eq '.slnx') {
        # nuget.exe does not read this form; the MSBuild that does fetches packages itself
        $arguments += @('/restore', '/p:RestorePackagesConfig=true')
    }
    elseif ($nuget) {
        Invoke-Program -Path $nuget.Source -Arguments @('restore', $solution.FullName, '-NonInteractive') -What 'Fetching the packages that the application uses' | Out-Null
    }
    $output = Join-Path $Source '.published'
    $arguments += "/p:OutDir=$output\"
    Invoke-Program -Path (Find-MsBuild) -Arguments $arguments -What "Building $($solution.Name)" -Seconds 1800 | Out-Null
    $published = Join-Path $output '_PublishedWebsites'
    $sites = if (Test-Path -LiteralPath $published) { Get-ChildItem -LiteralPath $published -Directory }
    $site = $sites | Sort-Object -Property Name | Select-Object -First 1
    if (-not $site) {
        throw "$($solution.Name) was built, but has no web application in it."
    }
    return $site.FullName
}

# MSBuild of the newest Visual Studio build tools, otherwise the one that comes with .NET Framework.
function Find-MsBuild {
    $finder = Join-Path ${env:ProgramFiles(x86)} 'Microsoft Visual Studio\Installer\vswhere.exe'
    if (Test-Path -LiteralPath $finder) {
        $found = @(& $finder -latest -products * -requires Microsoft.Component.MSBuild -find 'MSBuild\**\Bin\MSBuild.exe')
        if ($found.Count -gt 0) { return $found[0] }
    }
    $framework = Join-Path $env:SystemRoot 'Microsoft.NET\Framework64\v4.0.30319\MSBuild.exe'
    if (Test-Path -LiteralPath $framework) { return $framework }
    throw 'This image has no MSBuild. Add the Visual Studio build tools to it, or choose an image that has them.'
}

# Each release has a folder of its own, so that what is served is never half of one and half of another: it takes its
# name in one step, which also suits paths that are too long to be copied.
function Move-Release {
    param(
        [Parameter(Mandatory = $true)] [string] $From,
        [Parameter(Mandatory = $true)] [string] $To
    )
    if (Test-Path -LiteralPath $To) { return }
    # that of a repository is a folder, that of a submodule a file
    foreach ($history in @(Get-ChildItem -LiteralPath $From -Filter '.git' -Force -Recurse)) {
        Remove-Folder -Path $history.FullName
    }
    Move-Item -LiteralPath $From -Destination $To
}

# Writes a connection string into the settings of a release, web.config as ASP.NET reads it. The settings that came
# with the release are kept beside, and are in force again when there is no connection.
function Set-Connection {
    param(
        [Parameter(Mandatory = $true)] [string] $Folder,
        [Parameter(Mandatory = $true)] [string] $Name,
        [string] $Connection = ''
    )
    $file = Join-Path $Folder 'web.config'
    $original = Join-Path $Folder 'web.config.original'
    if (-not (Test-Path -LiteralPath $original)) {
        if ($Connection -eq '') { return }
        if (-not (Test-Path -LiteralPath $file)) {
            Set-Content -LiteralPath $file -Value '<?xml version="1.0" encoding="utf-8"?><configuration />' -Encoding UTF8
        }
        Copy-Item -LiteralPath $file -Destination $original
    }
    $settings = New-Object System.Xml.XmlDocument
    $settings.PreserveWhitespace = $true
    # by a stream: it is read in whatever encoding it says
    $stream = (Get-Item -LiteralPath $original).OpenRead()
    try { $settings.Load($stream) }
    finally { $stream.Dispose() }
    if ($Connection -ne '') {
        $strings = $settings.SelectSingleNode('/configuration/connectionStrings')
        if (-not $strings) {
            $strings = $settings.DocumentElement.AppendChild($settings.CreateElement('connectionStrings'))
        }
        # settings kept in a file of their own would win over what is written here
        $strings.RemoveAttribute('configSource')
        $entry = @($strings.SelectNodes('add') | Where-Object { $_.GetAttribute('name') -eq $Name })[0]
        if (-not $entry) {
            $entry = $strings.AppendChild($settings.CreateElement('add'))
            $entry.SetAttribute('name', $Name)
        }
        $entry.SetAttribute('connectionString', $Connection)
        $entry.SetAttribute('providerName', 'System.Data.SqlClient')
    }
    if (-not (Test-Path -LiteralPath $file)) { New-Item -ItemType File -Path $file | Out-Null }
    $stream = (Get-Item -LiteralPath $file).Open([System.IO.FileMode]::Create)
    try { $settings.Save($stream) }
    finally { $stream.Dispose() }
}

# What IIS may call a site and its pool: it refuses some signs in their names, and pools with more than 64 characters
# (Microsoft, ApplicationPoolCollection.InvalidApplicationPoolNameCharacters, SiteCollection.InvalidSiteNameCharacters).
function ConvertTo-SiteName {
    param([Parameter(Mandatory = $true)] [string] $Name)
    $known = ($Name -replace '[\/"|<>:*?\[\]+=;,@&$]', '-').Trim()
    if ($known.Length -gt 64) { $known = $known.Substring(0, 64).Trim() }
    return $known
}

# One site on port 80, and it is ours: the site that was there before gives way.
function Publish-Site {
    param(
        [Parameter(Mandatory = $true)] [string] $Name,
        [Parameter(Mandatory = $true)] [string] $Folder,
        [string] $HealthPath = ''
    )
    Import-Module WebAdministration
    $pool = "IIS:\AppPools\$Name"
    if (-not (Test-Path -Path $pool)) {
        New-WebAppPool -Name $Name | Out-Null
    }
    Set-ItemProperty -Path $pool -Name 'managedRuntimeVersion' -Value 'v4.0'
    foreach ($other in @(Get-Website | Where-Object { $_.Name -ne $Name })) {
        if (@($other.bindings.Collection | Where-Object { $_.bindingInformation -match ':80:' }).Count -eq 0) { continue }
        Stop-Website -Name $other.Name
        Set-ItemProperty -Path "IIS:\Sites\$($other.Name)" -Name 'serverAutoStart' -Value $false
    }
    if (-not (Get-Website | Where-Object { $_.Name -eq $Name })) {
        New-Website -Name $Name -Port 80 -PhysicalPath $Folder -ApplicationPool $Name | Out-Null
    }
    Set-ItemProperty -Path "IIS:\Sites\$Name" -Name 'physicalPath' -Value $Folder
    Set-ItemProperty -Path "IIS:\Sites\$Name" -Name 'serverAutoStart' -Value $true
    Invoke-WhenSettled { Start-Website -Name $Name }
    Wait-Until -What "Answering of '$Name' on port 80" -Seconds 180 -Condition { Test-WebAnswer -Path $HealthPath } | Out-Null
}
