// A library of Windows (PE32+, x64) without code of its own: each of its functions is another library's. Microsoft's
// "PE Format" has the fields; those that are not written are 0.

const SECTION_ADDRESS = 0x1000;
const FILE_ALIGNMENT = 0x200;
const HEADERS_SIZE = 0x200;

/**
 * @param {string} name of the library, as it names itself
 * @param {Record<string, string>} forwards of each function: the other library without its ending, a dot, its function
 * @returns {Buffer} the file
 */
export function forwardingLibrary(name, forwards) {
  const exports = exportTable(name, forwards);
  const content = Buffer.alloc(Math.ceil(exports.length / FILE_ALIGNMENT) * FILE_ALIGNMENT);
  exports.copy(content);
  return Buffer.concat([headers(exports.length, content.length), content]);
}

/** The export directory, its three tables, then the strings that they point to. */
function exportTable(library, forwards) {
  // The loader searches the names by halving.
  const names = Object.keys(forwards).sort();
  const functionsAt = 40;
  const namesAt = functionsAt + 4 * names.length;
  const ordinalsAt = namesAt + 4 * names.length;
  let end = ordinalsAt + 2 * names.length;
  const strings = [];
  const place = (text) => {
    const at = end;
    strings.push(`${text}\0`);
    end += text.length + 1;
    return SECTION_ADDRESS + at;
  };
  const tables = Buffer.alloc(end);
  tables.writeUInt32LE(place(library), 12);
  tables.writeUInt32LE(1, 16);
  tables.writeUInt32LE(names.length, 20);
  tables.writeUInt32LE(names.length, 24);
  tables.writeUInt32LE(SECTION_ADDRESS + functionsAt, 28);
  tables.writeUInt32LE(SECTION_ADDRESS + namesAt, 32);
  tables.writeUInt32LE(SECTION_ADDRESS + ordinalsAt, 36);
  for (const [index, name] of names.entries()) {
    tables.writeUInt32LE(place(forwards[name]), functionsAt + 4 * index);
    tables.writeUInt32LE(place(name), namesAt + 4 * index);
    tables.writeUInt16LE(index, ordinalsAt + 2 * index);
  }
  return Buffer.concat([tables, Buffer.from(strings.join(''), 'latin1')]);
}

function headers(exportsSize, contentSize) {
  const file = Buffer.alloc(HEADERS_SIZE);
  file.write('MZ', 0, 'latin1');
  file.writeUInt32LE(0x40, 0x3c);
  file.write('PE\0\0', 0x40, 'latin1');
  const coff = 0x44;
  file.writeUInt16LE(0x8664, coff); // x64
  file.writeUInt16LE(1, coff + 2); // sections
  file.writeUInt16LE(240, coff + 16); // size of the optional header
  file.writeUInt16LE(0x2022, coff + 18); // a library that may lie above 2 GB
  const optional = coff + 20;
  file.writeUInt16LE(0x20b, optional); // PE32+
  file.writeUInt32LE(contentSize, optional + 8);
  file.writeBigUInt64LE(0x180000000n, optional + 24); // address that it prefers
  file.writeUInt32LE(0x1000, optional + 32); // alignment in memory
  file.writeUInt32LE(FILE_ALIGNMENT, optional + 36);
  file.writeUInt16LE(6, optional + 40); // version of Windows
  file.writeUInt16LE(6, optional + 48); // version of its subsystem
  file.writeUInt32LE(0x2000, optional + 56); // size in memory
  file.writeUInt32LE(HEADERS_SIZE, optional + 60);
  file.writeUInt16LE(3, optional + 68); // console
  file.writeUInt16LE(0x100, optional + 70); // data are not executed
  file.writeUInt32LE(16, optional + 108); // directories
  file.writeUInt32LE(SECTION_ADDRESS, optional + 112); // the first one: exports
  file.writeUInt32LE(exportsSize, optional + 116);
  const section = optional + 240;
  file.write('.rdata', section, 'latin1');
  file.writeUInt32LE(exportsSize, section + 8);
  file.writeUInt32LE(SECTION_ADDRESS, section + 12);
  file.writeUInt32LE(contentSize, section + 16);
  file.writeUInt32LE(HEADERS_SIZE, section + 20);
  file.writeUInt32LE(0x40000040, section + 36); // data that are read
  return file;
}
