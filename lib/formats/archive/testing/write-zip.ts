import { crc32, deflateRawSync } from 'node:zlib';

/** A file of an archive; what is claimed of it may be wrong. */
interface Entry {
  path: string;
  text: string | Uint8Array;
  method?: number;
  flags?: number;
  size?: number;
  sum?: number;
  /** the mode of a Unix file, with its kind (stat(2)) */
  mode?: number;
}

/** A zip archive as every tool writes it. */
export function zip(entries: Entry[], comment = ''): Uint8Array {
  const parts: Buffer[] = [];
  const list: Buffer[] = [];
  let offset = 0;
  for (const { path, text, method = 8, flags = 0x800, ...claimed } of entries) {
    const content = Buffer.from(text);
    const data = method === 8 ? deflateRawSync(content) : content;
    const name = Buffer.from(path);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(flags, 2);
    fields.writeUInt16LE(method, 4);
    fields.writeUInt32LE(claimed.sum ?? crc32(content), 10);
    fields.writeUInt32LE(data.length, 14);
    fields.writeUInt32LE(claimed.size ?? content.length, 18);
    fields.writeUInt16LE(name.length, 22);
    const tail = Buffer.alloc(14);
    tail.writeUInt32LE(((claimed.mode ?? 0) << 16) >>> 0, 6);
    tail.writeUInt32LE(offset, 10);
    parts.push(Buffer.from('PK\x03\x04'), fields, name, data);
    list.push(Buffer.from('PK\x01\x02\x14\x00'), fields, tail, name);
    offset += 4 + 26 + name.length + data.length;
  }
  const index = Buffer.concat(list);
  const end = Buffer.alloc(22 + comment.length);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(index.length, 12);
  end.writeUInt32LE(offset, 16);
  end.writeUInt16LE(comment.length, 20);
  end.write(comment, 22);
  return new Uint8Array(Buffer.concat([...parts, index, end]));
}
