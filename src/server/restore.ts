import { existsSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pino } from 'pino'
import { plural } from '#domain/plural.ts'
import { abrirArmazem } from '#server/armazem/abrir.ts'
import { type Config, lerConfig } from '#server/config.ts'
import { anotarEnsaio, type Ensaio } from '#server/copia/anotar.actions.ts'
import { chaveDaRestauracao } from '#server/copia/chave.ts'
import { APAGAR } from '#server/copia/destino.queries.ts'
import { ensaiarRestauracao } from '#server/copia/ensaiar.actions.ts'
import { firmarRestauracao } from '#server/copia/firmar.actions.ts'
import { maisNova } from '#server/copia/guardadas.ts'
import { porqueNaoRestaurou } from '#server/copia/porque.ts'
import { type CopiaConferida, conferirCopia, restaurarCopia } from '#server/copia/restaurar.actions.ts'
import { abrirBancoDaMaquina } from '#server/db/banco-da-maquina.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { iniciarBancoEmbutido } from '#server/db/embutido.ts'
import { esperarBanco } from '#server/db/espera.ts'
import { FalhaAoIniciar, fraseDaFalha } from '#server/db/falha-ao-iniciar.ts'
import { receberPasta } from '#server/db/identidade.ts'
import { chaveDaPasta, prepararPasta } from '#server/db/pasta-de-dados.ts'
import { rodarPrograma } from '#server/db/programa.ts'
import { travarPasta } from '#server/db/trava-da-pasta.ts'

const ENSAIO = '--ensaio'
const AJUDA = `npm run restore -- <arquivo> [${APAGAR}]: diga o arquivo da cópia.
npm run restore -- ${ENSAIO} [<arquivo>]: experimenta restaurá-la (sem dizer qual, a mais nova), sem tocar na empresa.`
const ehOpcao = (argumento: string) => argumento.startsWith('--')
const CONFERINDO = 'Conferindo a cópia inteira, antes de gravar qualquer coisa…'

/** npm run restore -- <file>: a copy back in an empty place, of this machine or another. */
await rodarPrograma(async () => {
  const lida = lerConfig(process.env)
  const config = { ...lida, pastaDados: resolve(lida.pastaDados) }
  const argumentos = process.argv.slice(2)
  const [opcoes, [dito, outro]] = [argumentos.filter(ehOpcao), argumentos.filter((um) => !ehOpcao(um))]
  // A mistyped rehearsal would restore in earnest.
  const estranha = opcoes.find((uma) => uma !== APAGAR && uma !== ENSAIO)
  if (estranha) throw new FalhaAoIniciar(`${estranha} não é uma opção deste comando. ${AJUDA}`)
  if (outro)
    throw new FalhaAoIniciar(
      `Diga uma cópia só; foram ditas ${dito}, ${outro} ou mais. O nome de cada uma traz quando foi feita. ${AJUDA}`,
    )
  const ensaio = argumentos.includes(ENSAIO)
  const { pasta } = config.copia
  const arquivo =
    dito ?? (ensaio ? await maisNova(resolve(pasta ?? join(config.pastaDados, 'copias')), new Date()) : null)
  if (!arquivo) throw new FalhaAoIniciar(AJUDA)
  if (!existsSync(arquivo)) throw new FalhaAoIniciar(`Não há arquivo em ${resolve(arquivo)}. ${AJUDA}`)
  if (statSync(arquivo).isDirectory())
    throw new FalhaAoIniciar(`${resolve(arquivo)} não é um arquivo, e sim uma pasta. ${AJUDA}`)
  if (ensaio) await ensaiar(resolve(arquivo), config)
  else await restaurar(resolve(arquivo), config, argumentos.includes(APAGAR))
})

async function restaurar(arquivo: string, config: Config, apagar: boolean) {
  const { pastaDados } = config
  const { senha } = config.copia
  console.log(CONFERINDO)
  const conferida = await conferirCopia(arquivo, senha)
  const chaves = await chaveDaRestauracao(conferida, config, pastaDados)
  await prepararPasta(pastaDados)
  await receberPasta(pastaDados)
  const banco = await abrirDestino(config, pastaDados)
  const armazem = abrirArmazem(pastaDados, config.s3)
  try {
    const agora = new Date()
    const pastaDeChegada = join(pastaDados, 'uploads')
    console.log('Restaurando…')
    await restaurarCopia({ arquivo, senha, url: banco.url, armazem, pastaDeChegada, apagar, agora }, conferida)
    const chave = chaves.atual ?? (await chaveDaPasta(pastaDados, chaves.daCopia ?? undefined))
    await firmarRestauracao(banco.url, pastaDados, { ...chaves, atual: chave }, conferida, agora)
    console.log(
      `Restaurada a cópia de ${conferida.manifesto.feita_em}: ${tamanhoDe(conferida)}. Inicie com npm start e entre como administrador: nada é enviado até você conferir, em Config. WhatsApp, o que está retido.`,
    )
  } catch (erro) {
    throw config.databaseUrl ? erro : porqueNaoRestaurou(erro, pastaDados)
  } finally {
    await armazem.fechar()
    await banco.fechar()
  }
}

function tamanhoDe(conferida: CopiaConferida): string {
  return `${plural(linhasDe(conferida), 'linha', 'linhas')}, ${plural(conferida.conferencia.arquivos, 'arquivo', 'arquivos')}`
}

function linhasDe({ conferencia }: CopiaConferida): number {
  return Object.values(conferencia.linhas).reduce((soma, n) => soma + n, 0)
}

/** Restores the backup in a temporary place, which is then deleted, and records the outcome in the company's database. */
async function ensaiar(arquivo: string, config: Config) {
  const em = new Date()
  const comeco = performance.now()
  let copiaDe: string | null = null
  try {
    console.log(CONFERINDO)
    const conferida = await conferirCopia(arquivo, config.copia.senha)
    copiaDe = conferida.manifesto.feita_em
    console.log('Restaurando em um lugar à parte…')
    await ensaiarRestauracao(arquivo, conferida, config, em)
    const linhas = linhasDe(conferida)
    await anotar(config, { em, arquivo, copiaDe, desfecho: { linhas } })
    const segundos = Math.ceil((performance.now() - comeco) / 1000)
    console.log(
      `A cópia de ${copiaDe} se restaura: ${tamanhoDe(conferida)}, os segredos abrem e os selos do log conferem. Levou ${segundos} s; o lugar à parte foi apagado, e nada da empresa mudou.`,
    )
  } catch (erro) {
    const frase = fraseDaFalha(erro) ?? `A cópia não se restaura: ${(erro as Error).message}`
    await anotar(config, { em, arquivo, copiaDe, desfecho: { erro: frase } })
    throw new FalhaAoIniciar(frase, { cause: erro })
  }
}

async function anotar({ databaseUrl, databaseOwnerUrl, pastaDados }: Config, ensaio: Ensaio) {
  try {
    const daMaquina = await abrirBancoDaMaquina(databaseUrl, pastaDados)
    const banco = abrirBanco(databaseOwnerUrl ?? daMaquina.url, { conexoes: 2 })
    try {
      await anotarEnsaio(banco.db, ensaio)
    } finally {
      await banco.fechar()
      await daMaquina.fechar()
    }
  } catch (erro) {
    console.log(`O ensaio não foi anotado no sistema: ${fraseDaFalha(erro) ?? (erro as Error).message}`)
  }
}

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
