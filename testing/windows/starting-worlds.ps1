# Worlds that cases of several packages begin with, and what people type.

# what people type, and what must arrive whole
$script:Nasty = 'Pa"ss''w$o`rd%1&; ü)'
$script:NastyUser = 'O''Brien & Söhne'

# ways to write one account
$script:WhoJoins = @{ plain = 'Administrator'; 'with its short domain' = 'CORP\Administrator'; 'with its long domain' = 'Administrator@corp.example' }

$script:WorkgroupServer = {
    param($world)
    Add-Domain $world 'corp.example' 'dc1' '10.0.0.10' -Password $script:Nasty
    Add-Machine $world 'web1' '10.0.0.21' -NameServers '10.0.0.10'
}
$script:MemberServer = {
    param($world)
    $domain = Add-Domain $world 'corp.example' 'dc1' '10.0.0.10' -Password $script:Nasty
    $machine = Add-Machine $world 'web1' '10.0.0.21' -NameServers '10.0.0.10'
    Add-DomainMember $world $domain $machine
}
