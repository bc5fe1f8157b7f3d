import { defineConfig } from 'vite';

const { SERVICE_URL = 'http://127.0.0.1:8383' } = process.env;

export default defineConfig({
  // The page and the service have one origin, as behind your own proxy.
  server: { proxy: { '/api': SERVICE_URL } },
});
