/**
 * What a connection that holds locks of its session asks of the database server: to notice within seconds that the
 * machine at the other end is gone. A process that dies closes its connection by itself; a machine without power says
 * nothing, and a server left alone would wait for hours. Without meaning, and harmless, on a local socket.
 */
export const KEEPALIVE_OPTIONS = '-c tcp_keepalives_idle=3 -c tcp_keepalives_interval=1 -c tcp_keepalives_count=3';
