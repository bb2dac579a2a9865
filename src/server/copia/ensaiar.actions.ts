import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pino } from 'pino'
import { armazemEmPasta } from '#server/armazem/armazem.ts'
import type { Config } from '#server/config.ts'
import { pararOrfao } from '#server/db/cluster.ts'
import { abrirBanco } from '#server/db/conexao.ts'
import { iniciarBancoEmbutido } from '#server/db/embutido.ts'
import { FalhaAoIniciar } from '#server/db/falha-ao-iniciar.ts'
import { receberPasta } from '#server/db/identidade.ts'
import { lugarDoBanco } from '#server/db/lugar.ts'
import { prepararPasta } from '#server/db/pasta-de-dados.ts'
import { TRAVA, tentarTravar, travarPasta } from '#server/db/trava-da-pasta.ts'
import { conferirSelos } from '#server/logs/conferir-selos.queries.ts'
import { chaveDaRestauracao } from './chave.ts'
import { firmarRestauracao } from './firmar.actions.ts'
import { porqueNaoRestaurou } from './porque.ts'
import { type CopiaConferida, restaurarCopia } from './restaurar.actions.ts'

/**
 * Restores a copy into a temporary database of its own, migrates it to this version, decrypts its secrets and checks
 * the seals of its log: all that a lost machine would need. Nothing of the company is touched. Throws a sentence that
 * says what fails.
 */
export async function ensaiarRestauracao(
  arquivo: string,
  conferida: CopiaConferida,
  config: Config,
  agora: Date,
): Promise<void> {
  const { senha } = config.copia
  const chaves = await chaveDaRestauracao(conferida, config, config.pastaDados)
  await varrerCortados()
  const pasta = await mkdtemp(join(tmpdir(), PREFIXO))
  const soltar = travarPasta(pasta)
  // As root PostgreSQL runs as another user, who must be able to pass.
  if (process.getuid?.() === 0) await chmod(pasta, 0o711)
  try {
    await prepararPasta(pasta)
    await receberPasta(pasta)
    const embutido = await iniciarBancoEmbutido(pasta, pino({ level: 'silent' }), () => undefined)
    try {
      const url = embutido.urlDoDono
      const armazem = armazemEmPasta(join(pasta, 'midias'))
      const pastaDeChegada = join(pasta, 'uploads')
      await restaurarCopia({ arquivo, senha, url, armazem, pastaDeChegada, apagar: false, agora }, conferida)
      const atual = chaves.atual ?? chaves.daCopia ?? randomBytes(32)
      await firmarRestauracao(url, pasta, { ...chaves, atual }, conferida, agora)
      await exigirSelos(url)
    } catch (erro) {
      throw porqueNaoRestaurou(erro, pasta)
    } finally {
      await embutido.parar()
    }
  } finally {
    await apagar(pasta, soltar)
  }
}

const PREFIXO = 'cobranca-ensaio-'

/** Deletes what killed trials left, including a PostgreSQL that outlived them; their lock is free. Running trials stay. */
async function varrerCortados(): Promise<void> {
  for (const nome of await readdir(tmpdir())) {
    const pasta = join(tmpdir(), nome)
    const deEnsaio = nome.startsWith(PREFIXO) && existsSync(join(pasta, TRAVA))
    // A place that anybody may write to: somebody else's is left to them.
    if (!deEnsaio || lstatSync(pasta).uid !== process.getuid?.()) continue
    const soltar = tentarTravar(pasta)
    if (soltar) await apagar(pasta, soltar)
  }
}

/** Deletes the lock file last, so that an interrupted deletion is found again. */
async function apagar(pasta: string, soltar: () => Promise<void>) {
  const { dados } = await lugarDoBanco(pasta)
  await pararOrfao(dados)
  await rm(dados.startsWith(pasta) ? dados : dirname(dados), { recursive: true, force: true })
  await soltar()
  await rm(pasta, { recursive: true, force: true })
}

async function exigirSelos(url: string): Promise<void> {
  const banco = abrirBanco(url, { conexoes: 2 })
  try {
    const { problemas } = await conferirSelos(banco.db)
    if (problemas.length > 0)
      throw new FalhaAoIniciar(
        'A cópia se restaura, mas os selos do log que ela traz não conferem: rode npm run doctor no sistema, e guarde a cópia.',
      )
  } finally {
    await banco.fechar()
  }
}
