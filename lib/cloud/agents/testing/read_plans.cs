// Reads plans of version 1 as the Windows agent of Murano does, and carries nothing out: with the same library (Json.NET) into
// fields of the same types. Takes a plan in JSON on each line; answers on each line with what would be carried out, or with
// what is wrong.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Text;
using Newtonsoft.Json;
using Newtonsoft.Json.Linq;

class Command
{
    public string Name { get; set; }
    public Dictionary<string, object> Arguments { get; set; }
}

class ExecutionPlan
{
    public string[] Scripts { get; set; }
    public LinkedList<Command> Commands { get; set; }
    public int RebootOnCompletion { get; set; }
    public long Stamp { get; set; }
}

static class ReadPlans
{
    /// What a PowerShell function is handed for an argument.
    static object Handed(object argument)
    {
        if (argument is JArray) return ((JArray)argument).Select(Handed).ToArray();
        if (argument is JValue) return ((JValue)argument).Value;
        if (!(argument is JObject)) return argument;
        var table = new Hashtable();
        foreach (var item in (JObject)argument) table.Add(item.Key, Handed(item.Value));
        return table;
    }

    static object Read(string text)
    {
        try
        {
            var plan = JsonConvert.DeserializeObject<ExecutionPlan>(text);
            var utf8 = new UTF8Encoding(false, true);
            return new {
                scripts = (plan.Scripts ?? new string[0]).Select(script => utf8.GetString(Convert.FromBase64String(script))).ToArray(),
                commands = (plan.Commands ?? new LinkedList<Command>()).Select(command => new {
                    name = command.Name,
                    arguments = (command.Arguments ?? new Dictionary<string, object>())
                        .ToDictionary(pair => pair.Key, pair => Handed(pair.Value)),
                }).ToArray(),
                reboot = plan.RebootOnCompletion,
                stamp = plan.Stamp,
            };
        }
        catch (Exception error)
        {
            return new { problem = error.GetType().Name + ": " + error.Message };
        }
    }

    static void Main()
    {
        Console.InputEncoding = Console.OutputEncoding = new UTF8Encoding(false);
        string line;
        while ((line = Console.ReadLine()) != null) Console.WriteLine(JsonConvert.SerializeObject(Read(line)));
    }
}
