import { type Calendario, proximoDiaUtil } from '#domain/calendario.ts'
import { peloUsuario } from '#domain/causa.ts'
import type { NotaCobravel } from '#domain/documento-fiscal.ts'
import { ehCelular } from '#domain/telefone.ts'
import { reconciliar } from '#server/clientes/automaticas.actions.ts'
import {
  type ClienteNovo,
  type CompletadoPelaNota,
  clientesPorDocumento,
  salvarDasNotas,
} from '#server/clientes/clientes.das-notas.ts'
import { contasPorChave, criarContasDasNotas, ditasSemNota } from '#server/contas-receber/contas-receber.importacao.ts'
import type { Trx } from '#server/db/schema.ts'
import type { Andamento } from './andamento.actions.ts'
import { anotarItens, registrarCadastros } from './itens.actions.ts'
import { gravarNotas, notasCanceladas, notasConhecidas, numeroDe } from './notas.queries.ts'
import type { RelatorioXml } from './resultado-xml.ts'

export interface NotaNoArquivo {
  arquivo: string
  decisao: NotaCobravel
}

interface ClienteDaNota extends CompletadoPelaNota {
  id: number | null
  /** Another operator's: nothing about its data is revealed. */
  alheio: boolean
}

/** What is known while notes are judged one after another: from the database, and from earlier notes. */
export interface Conhecido {
  chaves: Set<string>
  numeros: Map<string, string>
  canceladas: Set<string>
  contas: Map<string, number>
  /** The account that tells of the same debt without the note. */
  ditas: Map<string, string>
  clientes: Map<string, ClienteDaNota>
  /** The keys that this upload brought: no account of theirs is there to be seen while it is only weighed. */
  desteEnvio: Set<string>
}

export const nadaConhecido = (desteEnvio: Set<string>): Conhecido => ({
  chaves: new Set(),
  numeros: new Map(),
  canceladas: new Set(),
  contas: new Map(),
  ditas: new Map(),
  clientes: new Map(),
  desteEnvio,
})

/** Adds what the database knows about these notes, without replacing what an earlier note of the same upload added. */
export async function conhecer(
  trx: Trx,
  notas: readonly NotaNoArquivo[],
  conhecido: Conhecido,
  { travar, usuarioId }: { travar: boolean; usuarioId: number },
): Promise<void> {
  const identidades = notas.map(({ decisao }) => decisao.nota)
  const chaves = identidades.map((nota) => nota.chave)
  const documentos = [...new Set(notas.map(({ decisao }) => decisao.cliente.documento))]
  const importadas = await notasConhecidas(trx, identidades)
  const contas = await contasPorChave(trx, [...importadas.chaves])
  for (const cliente of await clientesPorDocumento(trx, documentos, travar))
    if (!conhecido.clientes.has(cliente.documento))
      conhecido.clientes.set(cliente.documento, {
        ...cliente,
        alheio: cliente.operador_id !== null && cliente.operador_id !== usuarioId,
      })
  for (const chave of importadas.chaves) conhecido.chaves.add(chave)
  for (const [numero, chave] of importadas.numeros) conhecido.numeros.set(numero, chave)
  for (const [chave, quantas] of contas) conhecido.contas.set(chave, quantas)
  const asContas = notas.flatMap(({ decisao: { nota, cliente, contas } }) =>
    contas.map((conta) => ({ ...conta, chave: nota.chave, numero: nota.numero, documento: cliente.documento })),
  )
  for (const [chave, conta] of await ditasSemNota(trx, asContas)) conhecido.ditas.set(chave, conta)
  for (const chave of await notasCanceladas(trx, chaves)) conhecido.canceladas.add(chave)
}

/** What a batch of notes will write. */
export interface Plano {
  notas: NotaCobravel[]
  novos: Map<string, ClienteNovo>
  faltas: Map<number, CompletadoPelaNota & { id: number }>
}

/** Compares each note with what is known, adds to the report, and returns what is to be written. */
export function planejar(notas: readonly NotaNoArquivo[], conhecido: Conhecido, relatorio: RelatorioXml): Plano {
  const plano: Plano = { notas: [], novos: new Map(), faltas: new Map() }
  for (const { arquivo, decisao } of notas) {
    const { nota, titulo } = decisao
    const outraChave = conhecido.numeros.get(numeroDe(nota))
    if (conhecido.canceladas.has(nota.chave))
      relatorio.errar(arquivo, nota.chave, `${titulo}: nota cancelada, nada a cobrar.`)
    else if (conhecido.chaves.has(nota.chave)) relatorio.contasIgnoradas(conhecido.contas.get(nota.chave) ?? 0)
    else if (outraChave)
      relatorio.errar(
        arquivo,
        nota.chave,
        `${titulo}: já importada ${conhecido.desteEnvio.has(outraChave) ? 'neste envio, ' : ''}com outra chave de acesso (${outraChave}). Nada foi gravado.`,
      )
    else if (decisao.pendencias.length > 0) relatorio.pender(arquivo, decisao)
    else aceitar(arquivo, decisao, conhecido, relatorio, plano)
  }
  return plano
}

function aceitar(arquivo: string, decisao: NotaCobravel, conhecido: Conhecido, relatorio: RelatorioXml, plano: Plano) {
  const { nota, contas, avisos, titulo } = decisao
  for (const aviso of avisos) relatorio.avisar(arquivo, nota.chave, aviso)
  const { telefone, alheio } = completarCliente(decisao, conhecido, relatorio, plano)
  const dita = conhecido.ditas.get(nota.chave)
  if (dita && !alheio)
    relatorio.avisar(
      arquivo,
      nota.chave,
      `${titulo}: o cliente já tinha a conta ${dita}, do mesmo valor e vencimento, sem nota. Se a dívida é uma só, cancele uma das duas: ambas são cobradas.`,
    )
  if (alheio) relatorio.esperarAdministrador()
  else if (telefone === null)
    relatorio.avisar(
      arquivo,
      nota.chave,
      `${titulo}: cliente sem telefone, não recebe WhatsApp até que se cadastre um.`,
    )
  else if (!ehCelular(telefone))
    relatorio.avisar(arquivo, nota.chave, `${titulo}: cliente só com telefone fixo, pode não receber WhatsApp.`)
  relatorio.notaGravada(contas)
  conhecido.chaves.add(nota.chave)
  conhecido.desteEnvio.add(nota.chave)
  conhecido.numeros.set(numeroDe(nota), nota.chave)
  conhecido.contas.set(nota.chave, contas.length)
  plano.notas.push(decisao)
}

/** Creates a new customer, or fills in a known one's empty fields. Returns the result. */
function completarCliente(
  { cliente }: NotaCobravel,
  conhecido: Conhecido,
  relatorio: RelatorioXml,
  plano: Plano,
): ClienteDaNota {
  const atual = conhecido.clientes.get(cliente.documento)
  if (!atual) {
    relatorio.clienteCriado()
    plano.novos.set(cliente.documento, { ...cliente })
    const { telefone, email, uf, municipio } = cliente
    const novo = { id: null, telefone, email, uf, municipio, alheio: false }
    conhecido.clientes.set(cliente.documento, novo)
    return novo
  }
  const falta = {
    telefone: atual.telefone === null ? cliente.telefone : null,
    email: atual.email === null ? cliente.email : null,
    uf: atual.uf === null ? cliente.uf : null,
    municipio: atual.municipio === null ? cliente.municipio : null,
  }
  const novo = plano.novos.get(cliente.documento)
  if (novo) Object.assign(novo, completado(novo, falta))
  else if (atual.id !== null && Object.values(falta).some((valor) => valor !== null)) {
    plano.faltas.set(atual.id, { id: atual.id, ...completado(plano.faltas.get(atual.id), falta) })
  }
  return Object.assign(atual, completado(atual, falta))
}

const completado = (antes: CompletadoPelaNota | undefined, falta: CompletadoPelaNota): CompletadoPelaNota => ({
  telefone: antes?.telefone ?? falta.telefone,
  email: antes?.email ?? falta.email,
  uf: antes?.uf ?? falta.uf,
  municipio: antes?.municipio ?? falta.municipio,
})

/** Writes the plan of a batch: customers, accounts, notes, status, and what is needed to take it back. */
export async function gravarPlano(
  trx: Trx,
  plano: Plano,
  conhecido: Conhecido,
  {
    andamento,
    agora,
    chaveSecreta,
    calendario,
  }: { andamento: Andamento; agora: Date; chaveSecreta: Buffer; calendario: Calendario },
): Promise<void> {
  if (plano.notas.length === 0) return
  const { id: importacaoId, usuarioId, ip, vincular } = andamento
  const importacao = { importacaoId, usuarioId, agora, chaveSecreta, operadorId: vincular ? usuarioId : null }
  const daNota = { novos: [...plano.novos.values()], faltas: [...plano.faltas.values()] }
  const { novos, atualizados } = await salvarDasNotas(trx, daNota, importacao)
  const idDe = (documento: string) => novos.get(documento) ?? conhecido.clientes.get(documento)!.id!
  const criadas = await criarContasDasNotas(
    trx,
    plano.notas.flatMap(({ nota, cliente, emissao, contas }) =>
      contas.map((conta) => ({
        ...conta,
        clienteId: idDe(cliente.documento),
        numero: nota.numero,
        chave: nota.chave,
        emissao,
        vencimentoUtil: proximoDiaUtil(conta.vencimento, calendario),
      })),
    ),
    importacao,
  )
  const chaves = plano.notas.map(({ nota }) => nota)
  await gravarNotas(trx, chaves, importacaoId)
  const causa = peloUsuario(usuarioId, ip, agora)
  const criados = [...novos.values()]
  const feitos = new Set(criados)
  const clientes = criadas.map((conta) => conta.clienteId)
  await reconciliar(
    trx,
    clientes.filter((id) => feitos.has(id)),
    { ...causa, silencioso: true },
  )
  await reconciliar(
    trx,
    clientes.filter((id) => !feitos.has(id)),
    causa,
  )
  await registrarCadastros(trx, criados, importacaoId, causa)
  await anotarItens(trx, importacaoId, {
    clientes: { criados, atualizados },
    contas: { criadas, atualizadas: [] },
    notas: chaves.map((nota) => nota.chave),
  })
}
