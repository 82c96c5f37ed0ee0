// `npm run cloud`
await import('../mocks/hosts/http.ts')
