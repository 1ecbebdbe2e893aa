import http from 'node:http';

const [address, port, greeting, host] = process.argv.slice(2);
http
  .createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>${host}</title><h1>${greeting} from ${host}</h1>`);
  })
  .listen(Number(port), address);
