// PowerShell's own console host with its built-in cmdlets, for Windows: its modules do not lie beside such a build. What
// Wine lacks stands in stand-ins.ps1.
using System.Diagnostics;
using System.Management.Automation.Runspaces;
using System.Runtime.InteropServices;
using Microsoft.PowerShell;

var state = InitialSessionState.CreateDefault();
state.ExecutionPolicy = ExecutionPolicy.Unrestricted;
state.StartupScripts.Add(Path.Combine(AppContext.BaseDirectory, "stand-ins.ps1"));
return ConsoleShell.Start(state, "", "", args);

/// <summary>A process as the class Win32_Process of Windows tells it.</summary>
public record ProcessFacts(uint ProcessId, uint ParentProcessId, DateTime? CreationDate, string Name);

public static class ProcessTable
{
    /// <summary>The processes of this computer, with the number of what has started them, though that may have ended.</summary>
    public static List<ProcessFacts> Read()
    {
        var found = new List<ProcessFacts>();
        var snapshot = CreateToolhelp32Snapshot(2, 0);
        var entry = new Entry { Size = (uint)Marshal.SizeOf<Entry>() };
        for (var more = Process32FirstW(snapshot, ref entry); more; more = Process32NextW(snapshot, ref entry))
            found.Add(new ProcessFacts(entry.ProcessId, entry.ParentProcessId, BeginningOf(entry.ProcessId), entry.Name));
        CloseHandle(snapshot);
        return found;
    }

    static DateTime? BeginningOf(uint id)
    {
        try
        {
            return Process.GetProcessById((int)id).StartTime;
        }
        catch (Exception)
        {
            return null;
        }
    }

    [StructLayout(LayoutKind.Sequential, CharSet = CharSet.Unicode)]
    struct Entry
    {
        public uint Size;
        public uint Usage;
        public uint ProcessId;
        public IntPtr Heap;
        public uint Module;
        public uint Threads;
        public uint ParentProcessId;
        public int Priority;
        public uint Flags;
        [MarshalAs(UnmanagedType.ByValTStr, SizeConst = 260)]
        public string Name;
    }

    [DllImport("kernel32.dll")]
    static extern IntPtr CreateToolhelp32Snapshot(uint flags, uint process);

    [DllImport("kernel32.dll", CharSet = CharSet.Unicode)]
    static extern bool Process32FirstW(IntPtr snapshot, ref Entry entry);

    [DllImport("kernel32.dll", CharSet = CharSet.Unicode)]
    static extern bool Process32NextW(IntPtr snapshot, ref Entry entry);

    [DllImport("kernel32.dll")]
    static extern bool CloseHandle(IntPtr handle);
}
