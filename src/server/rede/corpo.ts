/** An answer's text, of a service that may go on without end: of more than so many bytes it throws, and the connection ends. */
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
