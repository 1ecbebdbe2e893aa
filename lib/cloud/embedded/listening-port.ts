/** Something that a machine may be asked: NetBIOS names at udp 137, the directory at tcp 389. */
export interface ListeningPort {
  protocol: 'tcp' | 'udp';
  port: number;
}
