import { HomePage } from '@/components/environments/home-page';

export default function Page() {
  return <HomePage />;
}
