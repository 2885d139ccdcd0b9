/** Frees a large buffer now and not when it is collected. Nobody may use it any more. Small ones share their memory and stay. */
export function releaseBytes({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}
