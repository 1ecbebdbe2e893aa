/** What an image boots into. */
export interface Image {
  id: string;
  name: string;
  title: string;
  /** the `type` of the image's `murano_image_info` */
  type: string;
  /** whether it has a `murano_image_info` at all */
  marked: boolean;
  /** null for what is not Windows */
  edition: string | null;
  /** whether the agent is in it */
  hasAgent: boolean;
  /** what is installed in it */
  features: string[];
}

export const IMAGES: Image[] = [
  image('a1', 'ws-2022-std', 'Windows Server 2022 Standard', 'windows.2022'),
  image('a2', 'ws-2019-std', 'Windows Server 2019 Standard', 'windows.2019'),
  image('a3', 'ws-2012-std', 'Windows Server 2012 Standard', 'windows.2012'),
  { ...linux('b1', 'debian-12-genericcloud', 'debian-12-genericcloud'), marked: false, hasAgent: false },
  linux('b2', 'debian-12-murano', 'Debian 12 with the Murano agent'),
  linux('b3', 'debian-12-docker', 'Debian 12 with Docker', 'linux.docker'),
  linux('b4', 'debian-12-kubernetes', 'Debian 12 with Kubernetes', 'linux.kubernetes'),
];

/** The image of a name or an id. */
export function findImage(wanted: string | null): Image | undefined {
  return IMAGES.find(({ name, id }) => name === wanted || id === wanted);
}

export const AVAILABILITY_ZONES = ['nova'];
export const KEY_PAIRS = ['vetro-key'];

function image(id: string, name: string, title: string, type: string): Image {
  const features = ['FileAndStorage-Services', 'PowerShell'];
  return { id: id.padEnd(32, '0'), name, title, type, marked: true, edition: title, hasAgent: true, features };
}

function linux(id: string, name: string, title: string, type = 'linux'): Image {
  return { id: id.padEnd(32, '0'), name, title, type, marked: true, edition: null, hasAgent: true, features: [] };
}
