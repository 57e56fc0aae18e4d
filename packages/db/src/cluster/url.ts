/** The URL of a database of a cluster on loopback, as its superuser. */
export function clusterUrl(port: number, password: string, database: string): string {
  return `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}
