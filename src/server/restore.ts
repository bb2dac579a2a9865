import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { abrirArmazem } from '#server/armazem/abrir.ts'
import { type Config, lerConfig } from '#server/config.ts'
import { chaveDaRestauracao } from '#server/copia/chave.ts'
import { APAGAR } from '#server/copia/destino.queries.ts'
import { firmarRestauracao } from '#server/copia/firmar.actions.ts'
import { conferirCopia, restaurarCopia } from '#server/copia/restaurar.actions.ts'
import { iniciarBancoEmbutido } from '#server/db/embutido.ts'
import { esperarBanco } from '#server/db/espera.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import { receberPasta } from '#server/db/identidade.ts'
import { chaveDaPasta, prepararPasta } from '#server/db/pasta-de-dados.ts'
import { rodarPrograma } from '#server/db/programa.ts'
import { travarPasta } from '#server/db/trava-da-pasta.ts'

const AJUDA = `npm run restore -- <arquivo> [${APAGAR}]: diga o arquivo da cópia.`

/** npm run restore -- <file>: a copy back in an empty place, of this machine or another. */
await rodarPrograma(async () => {
  const config = lerConfig(process.env)
  const argumentos = process.argv.slice(2)
  const arquivo = argumentos.find((um) => !um.startsWith('--'))
  if (!arquivo) throw new FalhaAoIniciar(AJUDA)
  if (!existsSync(arquivo)) throw new FalhaAoIniciar(`Não há arquivo em ${resolve(arquivo)}. ${AJUDA}`)
  const pastaDados = resolve(config.pastaDados)
  const { senha } = config.copia
  console.log('Conferindo a cópia inteira, antes de gravar qualquer coisa…')
  const conferida = await conferirCopia(arquivo, senha)
  const chaves = await chaveDaRestauracao(conferida, config, pastaDados)
  await prepararPasta(pastaDados)
  await receberPasta(pastaDados)
  const banco = await abrirDestino(config, pastaDados)
  const armazem = abrirArmazem(pastaDados, config.s3)
  try {
    const agora = new Date()
    const pastaDeChegada = join(pastaDados, 'uploads')
    const apagar = argumentos.includes(APAGAR)
    console.log('Restaurando…')
    await restaurarCopia({ arquivo, senha, url: banco.url, armazem, pastaDeChegada, apagar, agora }, conferida)
    const chave = chaves.atual ?? (await chaveDaPasta(pastaDados, chaves.daCopia ?? undefined))
    await firmarRestauracao(banco.url, pastaDados, { ...chaves, atual: chave }, conferida, agora)
    const linhas = Object.values(conferida.conferencia.linhas).reduce((soma, n) => soma + n, 0)
    console.log(
      `Restaurada a cópia de ${conferida.manifesto.feita_em}: ${linhas} linhas, ${conferida.conferencia.arquivos} arquivos. Inicie com npm start e entre como administrador: nada é enviado até você conferir, em Config. WhatsApp, o que está retido.`,
    )
  } finally {
    await armazem.fechar()
    await banco.fechar()
  }
})

async function abrirDestino(config: Config, pasta: string): Promise<{ url: string; fechar(): Promise<void> }> {
  if (config.databaseUrl) {
    const url = config.databaseOwnerUrl ?? config.databaseUrl
    await esperarBanco(url, (frase) => console.error(frase))
    return { url, fechar: async () => undefined }
  }
  const soltar = travarPasta(pasta)
  const embutido = await iniciarBancoEmbutido(pasta, pino({ level: 'silent' }), () => undefined)
  return {
    url: embutido.urlDoDono,
    async fechar() {
      await embutido.parar()
      await soltar()
    },
  }
}
