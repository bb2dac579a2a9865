// Lê o que mudou desde a última vez e guarda até onde leu. Escopo: eventos:ler. Node 20, sem bibliotecas.
import { readFile, writeFile } from 'node:fs/promises'

const { COBRANCA, TOKEN, CURSOR = 'cursor.txt' } = process.env
// Na primeira vez o arquivo não existe: lê-se do começo.
let depois = await readFile(CURSOR, 'utf8').catch(() => '')

for (;;) {
  const consulta = depois ? `?depois=${depois}` : ''
  const resposta = await fetch(`${COBRANCA}/api/integracao/eventos${consulta}`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  })
  // Faz mais de 30 dias: o que se perdeu é lido de novo pelos cadastros, e os eventos do começo.
  if (resposta.status === 410) {
    depois = ''
    continue
  }
  if (!resposta.ok) throw new Error(`${resposta.status}: ${(await resposta.json()).message}`)
  const { data, cursor } = await resposta.json()
  for (const { tipo, dados } of data) console.log(tipo, JSON.stringify(dados))
  // Só depois de tratados: se o programa cair no meio, os mesmos vêm de novo, e nenhum se perde.
  await writeFile(CURSOR, cursor)
  if (data.length === 0) break
  depois = cursor
}
