// Loaded first into Node for Windows under Wine: Wine 8 has no connections as Node's fetch makes them.
const http = require('node:http');

globalThis.fetch = (address, { method = 'GET', headers = {}, body, signal } = {}) =>
  new Promise((resolve, reject) => {
    const isForm = body instanceof URLSearchParams;
    const content = isForm ? body.toString() : body;
    const sent = {
      ...headers,
      ...(isForm ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      ...(content === undefined ? {} : { 'content-length': Buffer.byteLength(content) }),
    };
    const request = http.request(address, { method, headers: sent, signal, agent: false }, (answer) => {
      const chunks = [];
      answer.on('data', (chunk) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () => {
        const { statusCode } = answer;
        // Only a plain list of pairs keeps several cookies apart.
        const pairs = [];
        for (let at = 0; at < answer.rawHeaders.length; at += 2)
          pairs.push([answer.rawHeaders[at], answer.rawHeaders[at + 1]]);
        const content = statusCode === 204 || statusCode === 304 ? null : Buffer.concat(chunks);
        resolve(new Response(content, { status: statusCode, headers: pairs }));
      });
    });
    request.once('error', reject);
    request.end(content);
  });
