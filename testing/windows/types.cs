// What Windows alone has in .NET, for scripts under PowerShell on another system: PowerShell finds these under the names of
// the real ones (see driver.ps1), and each asks the world. And how a world is copied and compared.
using System;
using System.Collections;
using System.Collections.Generic;
using System.Collections.Specialized;
using System.Data;
using System.IO;
using System.Linq;
using System.Management.Automation;
using System.Security.Cryptography;
using System.Text;

namespace Vetro.Testing
{
    /// <summary>The machine that a script runs on; one case runs at a time.</summary>
    public static class Machine
    {
        public static ScriptBlock Call;

        public static object Ask(string name, params object[] values)
        {
            var all = new List<object> { name };
            all.AddRange(values);
            try
            {
                var answer = Call.InvokeReturnAsIs(all.ToArray());
                return answer is PSObject wrapped && !(wrapped.BaseObject is PSCustomObject) ? wrapped.BaseObject : answer;
            }
            catch (RuntimeException error) when (error.ErrorRecord?.Exception != null && error.ErrorRecord.Exception != error)
            {
                throw error.ErrorRecord.Exception;
            }
        }
    }

    public static class State
    {
        public static object Clone(object value)
        {
            if (value is PSObject wrapped && !(wrapped.BaseObject is PSCustomObject)) value = wrapped.BaseObject;
            if (value is IDictionary table)
            {
                var copy = new Hashtable(StringComparer.OrdinalIgnoreCase);
                foreach (DictionaryEntry entry in table) copy[entry.Key] = Clone(entry.Value);
                return copy;
            }
            if (value is IList list && !(value is byte[]))
            {
                var copy = new object[list.Count];
                for (var at = 0; at < copy.Length; at++) copy[at] = Clone(list[at]);
                return copy;
            }
            return value;
        }

        /// <summary>A world as sorted lines "path = value".</summary>
        public static string[] Lines(object value)
        {
            var lines = new List<string>();
            Walk("", value, lines);
            lines.Sort(StringComparer.Ordinal);
            return lines.ToArray();
        }

        private static void Walk(string path, object value, List<string> lines)
        {
            if (value is PSObject wrapped && !(wrapped.BaseObject is PSCustomObject)) value = wrapped.BaseObject;
            if (value is IDictionary table)
            {
                if (table.Count == 0) lines.Add(path + " = {}");
                foreach (DictionaryEntry entry in table) Walk(path + "/" + entry.Key.ToString().ToLowerInvariant(), entry.Value, lines);
            }
            else if (value is IList list)
            {
                if (list.Count == 0) lines.Add(path + " = []");
                for (var at = 0; at < list.Count; at++) Walk(path + "/" + at, list[at], lines);
            }
            else lines.Add(path + " = " + Convert.ToString(value, System.Globalization.CultureInfo.InvariantCulture));
        }

        /// <summary>A drive has a second name, which is a link (table.ps1): not looked at twice.</summary>
        private static readonly EnumerationOptions Everything = new EnumerationOptions { RecurseSubdirectories = true, AttributesToSkip = FileAttributes.ReparsePoint };

        /// <summary>The files of a folder as lines; the text of small ones is told, of others a digest.</summary>
        public static string[] Files(string root)
        {
            if (!Directory.Exists(root)) return new string[0];
            return Directory.EnumerateFileSystemEntries(root, "*", Everything)
                .OrderBy(one => one, StringComparer.Ordinal)
                .Select(one => one.Substring(root.Length).Replace('/', '\\') + (File.Exists(one) ? " = " + Digest(one) : "\\"))
                .ToArray();
        }

        private static string Digest(string file)
        {
            var bytes = File.ReadAllBytes(file);
            return bytes.Length < 200
                ? Encoding.UTF8.GetString(bytes).Trim('\uFEFF').TrimEnd()
                : Convert.ToHexString(SHA256.HashData(bytes)).Substring(0, 16);
        }

        public static void CopyFolder(string from, string to)
        {
            Directory.CreateDirectory(to);
            foreach (var folder in Directory.EnumerateDirectories(from, "*", Everything))
                Directory.CreateDirectory(to + folder.Substring(from.Length));
            foreach (var file in Directory.EnumerateFiles(from, "*", Everything))
                File.Copy(file, to + file.Substring(from.Length), true);
        }
    }

    /// <summary>Takes a path as Windows writes it.</summary>
    public class XmlDocument : System.Xml.XmlDocument
    {
        public override void Load(string path) { using (var file = File.OpenRead(path.Replace('\\', '/'))) Load(file); }
        public override void Save(string path) { using (var file = File.Create(path.Replace('\\', '/'))) Save(file); }
    }

    public static class CommandLine
    {
        /// <summary>
        /// The arguments of a program: quotes may stand within one, and backslashes mean something before quotes alone
        /// (https://learn.microsoft.com/windows/win32/api/shellapi/nf-shellapi-commandlinetoargvw).
        /// </summary>
        public static string[] Split(string text)
        {
            var found = new List<string>();
            StringBuilder word = null;
            var isQuoted = false;
            for (var at = 0; at < text.Length; at++)
            {
                if (!isQuoted && (text[at] == ' ' || text[at] == '\t'))
                {
                    if (word != null) found.Add(word.ToString());
                    word = null;
                    continue;
                }
                word = word ?? new StringBuilder();
                var slashes = 0;
                while (at + slashes < text.Length && text[at + slashes] == '\\') slashes++;
                var isBeforeQuote = at + slashes < text.Length && text[at + slashes] == '"';
                if (slashes > 0)
                {
                    word.Append('\\', isBeforeQuote ? slashes / 2 : slashes);
                    if (isBeforeQuote && slashes % 2 == 1) word.Append('"');
                    at += isBeforeQuote ? slashes - 1 + slashes % 2 : slashes - 1;
                }
                else if (isBeforeQuote) isQuoted = !isQuoted;
                else word.Append(text[at]);
            }
            if (word != null) found.Add(word.ToString());
            return found.ToArray();
        }
    }

    // System.Security.Principal
    public abstract class IdentityReference
    {
        public abstract string Value { get; }
        public override string ToString() { return Value; }
    }

    public class NTAccount : IdentityReference
    {
        private readonly string name;
        public NTAccount(string name) { this.name = name; }
        public NTAccount(string domain, string account) { name = domain + "\\" + account; }
        public override string Value { get { return name; } }
        public IdentityReference Translate(Type target)
        {
            if (target == typeof(NTAccount)) return new NTAccount((string)Machine.Ask("account-of-sid", (string)Machine.Ask("sid-of-account", name)));
            return new SecurityIdentifier((string)Machine.Ask("sid-of-account", name));
        }
    }

    public class SecurityIdentifier : IdentityReference
    {
        private readonly string sid;
        public SecurityIdentifier(string sid)
        {
            if (!sid.StartsWith("S-1-")) throw new ArgumentException("Value was invalid.", "sddlForm");
            this.sid = sid;
        }
        public SecurityIdentifier(byte[] binary, int offset) : this(Encoding.UTF8.GetString(binary, offset, binary.Length - offset)) { }
        public override string Value { get { return sid; } }
        public bool IsWellKnown(string kind) { return false; }
        public SecurityIdentifier AccountDomainSid { get { return new SecurityIdentifier(sid.Substring(0, sid.LastIndexOf('-'))); } }
        public IdentityReference Translate(Type target)
        {
            if (target == typeof(SecurityIdentifier)) return this;
            return new NTAccount((string)Machine.Ask("account-of-sid", sid));
        }
        public override bool Equals(object other) { return other is SecurityIdentifier one && one.sid == sid; }
        public override int GetHashCode() { return sid.GetHashCode(); }
    }

    public class WindowsIdentity
    {
        public static WindowsIdentity GetCurrent() { return new WindowsIdentity(); }
    }

    public class WindowsPrincipal
    {
        public WindowsPrincipal(WindowsIdentity identity) { }
        public bool IsInRole(SecurityIdentifier group) { return group.Value == "S-1-5-32-544" && (bool)Machine.Ask("is-administrator"); }
    }

    // System.Security.AccessControl: the name is resolved when a rule is added to a list, as there
    public class FileSystemAccessRule
    {
        public IdentityReference IdentityReference { get; }
        public string FileSystemRights { get; }
        public string AccessControlType { get; }
        public string InheritanceFlags { get; }
        public FileSystemAccessRule(object identity, string rights, string kind) : this(identity, rights, "None", "None", kind) { }
        public FileSystemAccessRule(object identity, string rights, string inheritance, string propagation, string kind)
        {
            if (identity is PSObject wrapped) identity = wrapped.BaseObject;
            IdentityReference = identity as IdentityReference ?? new NTAccount(Convert.ToString(identity));
            FileSystemRights = rights;
            InheritanceFlags = inheritance;
            AccessControlType = kind;
        }
    }

    public class ActiveDirectoryAccessRule
    {
        public IdentityReference IdentityReference { get; }
        public string ActiveDirectoryRights { get; }
        public string AccessControlType { get; }
        public string ObjectType { get; }
        public ActiveDirectoryAccessRule(object identity, string rights, string kind) : this(identity, rights, kind, Guid.Empty) { }
        public ActiveDirectoryAccessRule(object identity, string rights, string kind, Guid type)
        {
            if (identity is PSObject wrapped) identity = wrapped.BaseObject;
            IdentityReference = (IdentityReference)identity;
            ActiveDirectoryRights = rights;
            AccessControlType = kind;
            ObjectType = type.ToString();
        }
    }

    public class AccessList
    {
        public List<object> Rules = new List<object>();
        public bool AreAccessRulesProtected { get; set; }
        public string Owner { get; set; }
        public void SetAccessRuleProtection(bool isProtected, bool keepsInherited) { AreAccessRulesProtected = isProtected; }
        public void SetAccessRule(object rule) { AddAccessRule(rule); }
        public void AddAccessRule(object rule)
        {
            if (rule is PSObject wrapped) rule = wrapped.BaseObject;
            Rules.Add(Machine.Ask("access-rule", rule));
        }
        public object[] Access { get { return Rules.ToArray(); } }
    }

    // System.DirectoryServices
    public class PropertyValue { public object Value { get; set; } }

    public class PropertyTable
    {
        public Hashtable Values = new Hashtable(StringComparer.OrdinalIgnoreCase);
        public PropertyValue this[string name] { get { return new PropertyValue { Value = Values[name] }; } }
    }

    public class DirectoryEntry
    {
        private readonly string below = "";
        public string Path { get; }
        public string User { get; } = "";
        public string Password { get; } = "";
        public DirectoryEntry(string path) { Path = path; }
        public DirectoryEntry(string path, string user, string password, AuthenticationTypes types)
        {
            Path = path;
            User = user;
            Password = password;
        }
        private DirectoryEntry(DirectoryEntry root, string name) : this(root.Path, root.User, root.Password, AuthenticationTypes.Secure) { below = name; }
        public DirectoryEntry Below(string name) { return new DirectoryEntry(this, name); }
        public void RefreshCache() { Machine.Ask("directory-entry", Path); }
        public void DeleteTree() { Machine.Ask("directory-delete", Path, User, Password, below); }
        public void Dispose() { }
        public PropertyTable Properties
        {
            get { return new PropertyTable { Values = (Hashtable)Machine.Ask("directory-entry", Path) }; }
        }
    }

    [Flags]
    public enum AuthenticationTypes { None = 0, Secure = 1, Signing = 64, Sealing = 128 }

    /// <summary>Finds accounts of computers.</summary>
    public class DirectorySearcher
    {
        private readonly string filter;
        public DirectoryEntry SearchRoot { get; }
        public DirectorySearcher(DirectoryEntry root, string filter, string[] properties) { SearchRoot = root; this.filter = filter; }
        public List<SearchResult> FindAll()
        {
            var found = (IEnumerable)Machine.Ask("directory-search", SearchRoot.Path, SearchRoot.User, SearchRoot.Password, filter);
            var results = new List<SearchResult>();
            foreach (var one in found) results.Add(new SearchResult(SearchRoot, (IDictionary)(one is PSObject wrapped ? wrapped.BaseObject : one)));
            return results;
        }
        public void Dispose() { }
    }

    public class SearchResult
    {
        private readonly DirectoryEntry root;
        public Dictionary<string, object[]> Properties { get; } = new Dictionary<string, object[]>(StringComparer.OrdinalIgnoreCase);
        public SearchResult(DirectoryEntry root, IDictionary values)
        {
            this.root = root;
            foreach (DictionaryEntry value in values)
            {
                var plain = value.Value is PSObject wrapped ? wrapped.BaseObject : value.Value;
                // an identifier is told in its binary form
                Properties[(string)value.Key] = new[] { (string)value.Key == "objectsid" ? Encoding.UTF8.GetBytes((string)plain) : plain };
            }
        }
        public DirectoryEntry GetDirectoryEntry() { return root.Below((string)Properties["cn"][0]); }
    }

    /// <summary>[ADSI], for the accounts of a machine: WinNT://MACHINE/NAME,user</summary>
    public class Adsi
    {
        private readonly string path;
        private object flags;
        public Adsi(string path) { this.path = path; }
        public static bool Exists(string path) { return (bool)Machine.Ask("adsi-exists", path); }
        public void SetPassword(string password) { Machine.Ask("adsi-set-password", path, password); }
        public object UserFlags
        {
            get { return new PropertyValue { Value = flags ?? Machine.Ask("adsi-flags", path) }; }
            set { flags = value is PSObject wrapped ? wrapped.BaseObject : value; }
        }
        public void SetInfo() { if (flags != null) Machine.Ask("adsi-set-flags", path, flags); }
    }

    // System.DirectoryServices.AccountManagement
    public enum ContextType { Machine, Domain, ApplicationDirectory }

    public class PrincipalContext
    {
        private readonly string name;
        public PrincipalContext(ContextType kind, string name) { this.name = name; }
        public bool ValidateCredentials(string user, string password) { return (bool)Machine.Ask("validate-credentials", name, user, password); }
        public void Dispose() { }
    }

    // System.ServiceProcess
    public class ServiceController
    {
        public string Name { get; }
        public string ServiceName { get { return Name; } }
        public ServiceController(string name) { Name = name; }
        private Hashtable About { get { return (Hashtable)Machine.Ask("service", Name); } }
        public string Status { get { return (string)About["status"]; } }
        public string StartType { get { return (string)About["start"]; } }
        public string DisplayName { get { return Name; } }
        public ServiceController[] DependentServices
        {
            get
            {
                var names = (string)Machine.Ask("service-dependents", Name);
                return names.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(name => new ServiceController(name)).ToArray();
            }
        }
        public void Refresh() { }
        public void WaitForStatus(string status, TimeSpan patience) { Machine.Ask("service-wait", Name, status, patience); }
        public override string ToString() { return Name; }
    }

    // System.Data.SqlClient
    public class SqlException : Exception
    {
        public int Number { get; }
        public SqlException(string message, int number) : base(message) { Number = number; }
    }

    public class SqlConnection : IDisposable
    {
        public string ConnectionString { get; set; }
        public string State { get; private set; }
        public SqlConnection() { }
        public SqlConnection(string text) { ConnectionString = text; }
        public void Open() { Machine.Ask("sql-open", ConnectionString); State = "Open"; }
        public void Close() { State = "Closed"; }
        public SqlCommand CreateCommand() { return new SqlCommand(this); }
        public void Dispose() { Close(); }
    }

    public class SqlParameters
    {
        public Hashtable Values = new Hashtable(StringComparer.OrdinalIgnoreCase);
        public object AddWithValue(string name, object value)
        {
            Values[name] = value is PSObject wrapped ? wrapped.BaseObject : value;
            return name;
        }
    }

    public class SqlCommand : IDisposable
    {
        private readonly SqlConnection connection;
        public SqlCommand(SqlConnection connection) { this.connection = connection; Parameters = new SqlParameters(); CommandTimeout = 30; }
        public string CommandText { get; set; }
        public int CommandTimeout { get; set; }
        public SqlParameters Parameters { get; }
        public IDataReader ExecuteReader() { return Run().CreateDataReader(); }
        public int ExecuteNonQuery() { Run(); return -1; }
        public object ExecuteScalar() { var rows = Run().Rows; return rows.Count == 0 ? null : rows[0][0]; }
        private DataTable Run() { return (DataTable)Machine.Ask("sql", connection.ConnectionString, CommandText, Parameters.Values, CommandTimeout); }
        public void Dispose() { }
    }

    // System.Net, for one's own web server
    public class HttpWebRequest
    {
        public int Timeout { get; set; }
        public bool AllowAutoRedirect { get; set; }
        public string Method { get; set; }
        public string Host { get; set; }
        public string UserAgent { get; set; }
        private readonly string address;
        private HttpWebRequest(string address) { this.address = address; AllowAutoRedirect = true; }
        public static HttpWebRequest Create(string address) { return new HttpWebRequest(address); }
        public HttpWebResponse GetResponse() { return new HttpWebResponse((Hashtable)Machine.Ask("http", address, Host ?? "")); }
    }

    public class HttpWebResponse : IDisposable
    {
        public int StatusCode { get; }
        public string StatusDescription { get; }
        public HttpWebResponse(Hashtable answer)
        {
            StatusCode = Convert.ToInt32(answer["status"]);
            StatusDescription = Convert.ToString(answer["words"]);
        }
        public void Close() { }
        public void Dispose() { }
    }

    // System.Diagnostics, for programs of the machine
    public class ProcessStartInfo
    {
        public string FileName { get; set; }
        public string Arguments { get; set; }
        public string WorkingDirectory { get; set; }
        public bool UseShellExecute { get; set; }
        public bool CreateNoWindow { get; set; }
        public bool RedirectStandardOutput { get; set; }
        public bool RedirectStandardError { get; set; }
        public bool RedirectStandardInput { get; set; }
        public StringDictionary EnvironmentVariables { get; } = new StringDictionary();
    }

    public class OutputReader
    {
        private readonly string text;
        public OutputReader(string text) { this.text = text; }
        public string ReadToEnd() { return text; }
        public System.Threading.Tasks.Task<string> ReadToEndAsync() { return System.Threading.Tasks.Task.FromResult(text); }
    }

    public class Process : IDisposable
    {
        private readonly Hashtable answer;
        private Process(Hashtable answer) { this.answer = answer; }
        public static Process Start(ProcessStartInfo start) { return Run(start.FileName, start.Arguments ?? ""); }
        public static Process Run(string file, string arguments) { return new Process((Hashtable)Machine.Ask("program", file, arguments)); }
        public bool WaitForExit(int patience) { return (bool)Machine.Ask("program-wait", answer, patience); }
        public void WaitForExit() { }
        public void Kill() { }
        public bool HasExited { get { return true; } }
        public int Id { get { return 4242; } }
        public int ExitCode { get { return Convert.ToInt32(answer["code"]); } }
        public OutputReader StandardOutput { get { return new OutputReader(Convert.ToString(answer["output"])); } }
        public OutputReader StandardError { get { return new OutputReader(Convert.ToString(answer["problems"])); } }
        public void Dispose() { }
    }

    /// <summary>Texts of Windows' own error codes, in the language of the machine.</summary>
    public class Win32Exception : Exception
    {
        public int NativeErrorCode { get; }
        public Win32Exception(int code) : base((string)Machine.Ask("win32-text", code)) { NativeErrorCode = code; }
    }
}
