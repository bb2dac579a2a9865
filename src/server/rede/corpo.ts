/** The text of an answer that may be endless: above this many bytes it throws, and the connection is closed. */
export async function lerTexto(corpo: AsyncIterable<Buffer>, maiorBytes: number): Promise<string> {
  const partes: Buffer[] = []
  let tamanho = 0
  for await (const parte of corpo) {
    tamanho += parte.length
    if (tamanho > maiorBytes) throw new Error('A resposta é grande demais.')
    partes.push(parte)
  }
  return Buffer.concat(partes).toString('utf8')
}
