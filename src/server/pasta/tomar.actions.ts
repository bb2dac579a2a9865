import { createHash } from 'node:crypto'
import { rm, stat, writeFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { CamposInvalidos } from '#domain/erros.ts'
import { LIMITES_MIB, type TipoDeEnvio } from '#domain/importacao.ts'
import { type Desfecho, desfechoDe } from '#domain/pasta-vigiada.ts'
import { cortar, limparTexto } from '#domain/texto.ts'
import { resumoDoArquivo } from '#server/armazem/resumo.ts'
import { importarExtratos } from '#server/conciliacao/importar.actions.ts'
import { EnvioRecusado } from '#server/http/envio.ts'
import { falhaDoAmbiente } from '#server/http/falhas-do-ambiente.ts'
import { lugarDeChegada } from '#server/http/recepcao.ts'
import { importarCsv } from '#server/importacoes/csv.actions.ts'
import { importarXml } from '#server/importacoes/xml.actions.ts'
import { ArquivoIlegivel } from '#server/leitura/erros.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import type { Servicos } from '#server/servicos.ts'
import { especieDe } from './especie.ts'
import { type Esperando, MAIOR_BYTES, MIB, type Origem, PastaFora } from './origem.ts'
import {
  type Arquivo,
  anotarMovido,
  anotarOlhada,
  decidirArquivo,
  importacaoDoArquivo,
  tomarArquivo,
  usuarioDaPasta,
} from './pasta.queries.ts'
import { relatorioEmJson, relatorioEmTexto } from './relatorio.ts'

/** After so many tries with an unforeseen error the file is refused. */
const TENTATIVAS = 3
const VAZIO = 'O arquivo está vazio.'
const NAO_LIDO =
  'O arquivo não pôde ser importado: algo nele derruba a leitura. Envie-o pela tela, ou peça ajuda a quem cuida do sistema.'

/**
 * Takes in the complete files, one after the other. The outcome of each is recorded before it is moved, so that after a
 * crash an imported file is only moved. Only on one node at a time.
 */
export async function tomarArquivos(servicos: Servicos, origem: Origem, pode: () => boolean): Promise<void> {
  const { db, relogio, log } = servicos
  try {
    for (const esperando of await origem.olhar()) {
      if (!pode()) return
      await tomar(servicos, origem, esperando).catch((erro) => {
        if (erro instanceof PastaFora || falhaDoAmbiente(erro)) throw erro
        log.error({ err: erro }, 'um arquivo da pasta não foi tomado e será tentado de novo')
      })
    }
    await anotarOlhada(db, origem.onde, null, relogio.agora())
  } catch (erro) {
    if (!(erro instanceof PastaFora)) throw erro
    log.warn({ err: erro }, 'a pasta vigiada não pode ser usada')
    await anotarOlhada(db, origem.onde, erro.message, relogio.agora())
  }
}

async function tomar(servicos: Servicos, origem: Origem, esperando: Esperando): Promise<void> {
  const { caminho: local, apagar } = await lugarDeChegada(servicos.pastaDados)
  try {
    const { impedimento } = esperando
    const grande = (esperando.tamanho ?? 0) > MAIOR_BYTES ? fraseDeGrande('xml') : null
    const recusa = impedimento ?? grande
    if (!recusa && !(await origem.trazer(esperando, local))) return // it changed: wait for the next look
    const resumo = recusa ? createHash('sha256').update(esperando.marca).digest() : await resumoDoArquivo(local)
    const { db, relogio } = servicos
    const arquivo = await tomarArquivo(db, nomeDe(esperando), resumo, relogio.agora())
    const desfecho = await decidir(servicos, arquivo, recusa, local)
    await guardar(servicos, origem, esperando, { ...arquivo, ...desfecho }, { local, trazido: !recusa })
  } finally {
    await apagar()
    await rm(`${local}.relatorio`, { force: true })
  }
}

/** Leaves room within a disk's limit (255 bytes) for the timestamp, the number and the report's ending. */
const MAIOR_NOME_BYTES = 200

/** Shortens the name but keeps its extension, by which a spreadsheet is recognised. */
function nomeDe({ nome }: Esperando): string {
  const limpo = limparTexto(nome.replace(/[/\\]/g, '_')) || 'arquivo'
  const fim = cortar(extname(limpo), 20)
  let comeco = limpo.slice(0, limpo.length - fim.length)
  while (Buffer.byteLength(comeco + fim) > MAIOR_NOME_BYTES) comeco = cortar(comeco, comeco.length - 1)
  return comeco + fim
}

interface Decidido {
  situacao: Desfecho
  motivo: string | null
}

/** A file's outcome: decided before, taken from its import that ended, or by importing it now. */
async function decidir(servicos: Servicos, arquivo: Arquivo, recusa: string | null, local: string): Promise<Decidido> {
  const { id, situacao, motivo } = arquivo
  if (situacao !== 'tomado') return { situacao, motivo }
  const { db } = servicos
  const decidido = recusa ? recusado(recusa) : await importar(servicos, arquivo, local)
  await decidirArquivo(db, id, decidido.situacao, decidido.motivo)
  if (decidido.situacao === 'recusado')
    await registrar(db, {
      agora: servicos.relogio.agora(),
      acao: 'importacao.recusar',
      nivel: 'aviso',
      descricao: 'Um arquivo da pasta vigiada foi recusado.',
      usuarioId: await usuarioDaPasta(db, servicos.relogio.agora()),
      entidade: 'arquivo_da_pasta',
      entidadeId: id,
    })
  return decidido
}

const recusado = (motivo: string): Decidido => ({ situacao: 'recusado', motivo })

async function importar(servicos: Servicos, arquivo: Arquivo, local: string): Promise<Decidido> {
  const { db } = servicos
  const feita = await importacaoDoArquivo(db, arquivo.id)
  if (feita) return { situacao: desfechoDe(feita.tipo, feita.resultado), motivo: null }
  try {
    const tipo = await especieDe(local, arquivo.nome)
    const { size: tamanho } = await stat(local)
    if (tamanho > LIMITES_MIB[tipo] * MIB) return recusado(fraseDeGrande(tipo))
    const resultado = await importarComo(tipo, servicos, arquivo, local, tamanho)
    return { situacao: desfechoDe(tipo, resultado), motivo: null }
  } catch (erro) {
    if (erro instanceof EnvioRecusado || erro instanceof CamposInvalidos || erro instanceof ArquivoIlegivel)
      return recusado(erro.message || VAZIO)
    if (falhaDoAmbiente(erro) || arquivo.tentativas + 1 < TENTATIVAS) throw erro
    servicos.log.error({ err: erro }, 'um arquivo da pasta falhou repetidas vezes e foi recusado')
    return recusado(NAO_LIDO)
  }
}

const fraseDeGrande = (tipo: TipoDeEnvio) =>
  `O arquivo passa de ${LIMITES_MIB[tipo]} MB. Divida-o e ponha as partes na pasta.`

/** As an upload of the same file, by the folder's own user. */
async function importarComo(
  tipo: TipoDeEnvio,
  servicos: Servicos,
  { id, nome }: Arquivo,
  caminho: string,
  tamanho: number,
): Promise<Record<string, unknown>> {
  const usuarioId = await usuarioDaPasta(servicos.db, servicos.relogio.agora())
  const pedido = { arquivo: nome, usuarioId, ip: null, simular: false, vincular: false, daPasta: id, caminho, tamanho }
  if (tipo === 'csv') return importarCsv(servicos, { ...pedido, mapeamento: {} })
  if (tipo === 'xml') return importarXml(servicos, { ...pedido, palavra: { aceitar: new Set(), diasVencimento: null } })
  return importarExtratos(servicos, { ...pedido, aceitar: new Set() })
}

/** The reports first, then the file: who sees it moved finds them beside it. */
async function guardar(
  { db, relogio }: Servicos,
  origem: Origem,
  esperando: Esperando,
  { id, nome, situacao, motivo, tomado_em }: Arquivo & Decidido,
  { local, trazido }: { local: string; trazido: boolean },
): Promise<void> {
  const feita = await importacaoDoArquivo(db, id)
  const feito = {
    arquivo: nome,
    tomadoEm: tomado_em,
    desfecho: situacao,
    motivo,
    tipo: feita?.tipo ?? null,
    resultado: feita?.resultado ?? null,
  }
  const novo = `${tomado_em.slice(0, 19).replace(/[-:]/g, '')}-${id}-${nome}`
  for (const [sufixo, texto] of [
    ['relatorio.txt', relatorioEmTexto(feito)],
    ['relatorio.json', relatorioEmJson(feito)],
  ] as const) {
    const caminho = `${local}.relatorio`
    await writeFile(caminho, texto, { mode: 0o600 })
    await origem.relatar(situacao, `${novo}.${sufixo}`, caminho)
  }
  await origem.levar(esperando, situacao, novo, trazido ? local : null)
  await anotarMovido(db, id, relogio.agora())
}
