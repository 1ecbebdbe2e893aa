/** How Vetro and the agents on machines reach a message broker (RabbitMQ). */
export interface BrokerSettings {
  host: string;
  port: number;
  tls: boolean;
  /** certificates of authorities beside the known ones, in PEM; null: none */
  ca: string | null;
  virtualHost: string;
  /** Vetro's own login */
  user: string;
  password: string;
  /** of RabbitMQ's management, without a slash at the end: there each machine gets a login of its own */
  managementUrl: string;
  /** where machines reach the broker, if not where Vetro does */
  machines: { host: string; port: number } | null;
}
