/** What PowerShell throws: the full .NET type and the words. It never leaves the simulated machine. */
export class WindowsException extends Error {
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.name = 'WindowsException';
    this.type = type;
  }
}

/** A script's own `throw "text"`. */
export function thrown(message: string): WindowsException {
  return new WindowsException('System.Management.Automation.RuntimeException', message);
}

/** A parameter that is missing or of the wrong type. */
export function badParameter(message: string): WindowsException {
  return new WindowsException('System.Management.Automation.ParameterBindingException', message);
}
