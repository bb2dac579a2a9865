import { sql } from 'kysely'
import { diaDe, diasEntre } from '#domain/data.ts'
import { valorAtualizado } from '#domain/encargos.ts'
import { MODELOS_PADRAO } from '#domain/modelos-padrao.ts'
import { preencher, valoresDoModelo } from '#domain/preenchimento.ts'
import { canonico } from '#domain/telefone.ts'
import type { Papel } from '#domain/usuario.ts'
import type { Armazem } from '#server/armazem/armazem.ts'
import { chavesDeHash, hashDe } from '#server/chaves/telefones.ts'
import type { Db, Trx } from '#server/db/schema.ts'
import { emTransacao } from '#server/db/transacao.ts'
import { registrar } from '#server/logs/logs.actions.ts'
import { combinar } from './acordos.ts'
import { anotarHistoria } from './anotar.ts'
import type { Cenario } from './cenario.ts'
import { gravarExtratos } from './extratos.ts'
import { gravarHistoria } from './gravar.ts'
import { contarHistoria, sortearEnredo } from './historia.ts'
import { LOGINS_DA_DEMONSTRACAO } from './logins.actions.ts'
import { importarLista } from './nao-perturbe.ts'
import { registrarPassado } from './passado.ts'
import { sortearFicha } from './pessoas.ts'
import { saberDasPessoas } from './pessoas-certas.ts'
import { criarSorteio } from './sorteio.ts'
import { tratar } from './tratativas.ts'

const EMPRESA = 'Distribuidora Serra Azul'
const PIX = 'CNPJ 14.206.377/0001-06'
/** The emulated bank fills in the rest, since its address changes with each start. */
const RECEBIMENTO = {
  cnpj: '14206377000106',
  endereco: 'Rua das Palmeiras, 480, Lavras, MG',
  telefone: '+553538214400',
  pix_nome: EMPRESA,
  pix_cidade: 'Lavras',
  psp_emulado: true,
  confirmar_pessoa: 'cpf',
} as const
const CLIENTES = 320
/** The defaults of the configuration. */
const TAXAS = { multaCentesimos: 200, jurosMesCentesimos: 100 }

const ENTRARAM_HA_MS = 70 * 60_000
const UM_QUARTO_MS = 15 * 60_000

export interface OpcoesDaDemonstracao {
  agora: Date
  chaveSecreta: Buffer
  hashDaSenha(senha: string): Promise<string>
  /** Keeps the photos that customers sent. */
  armazem: Armazem
  /** An administrator set in the environment replaces the demonstration's. */
  admin?: { email: string; senha: string } | null
  /** The same seed tells the same story. */
  semente?: number
  clientes?: number
}

/** Fills an empty database with a believable company, in one transaction. */
export async function criarDemonstracao(db: Db, opcoes: OpcoesDaDemonstracao): Promise<void> {
  const pessoas = LOGINS_DA_DEMONSTRACAO.map((login) =>
    login.papel === 'admin' && opcoes.admin ? { ...login, ...opcoes.admin } : login,
  )
  const senhas = await Promise.all(pessoas.map(({ senha }) => opcoes.hashDaSenha(senha)))
  await emTransacao(db, async (trx) => {
    // A story is drawn between two writes: a busy machine takes seconds for it, and nobody waits for an empty database.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
    const usuarios = await criarUsuarios(trx, pessoas, senhas, opcoes.agora)
    // Statuses count as received until now.
    const empresa = { empresa: EMPRESA, pix: PIX, status_recebido_em: opcoes.agora }
    await trx.updateTable('configuracao').set(empresa).execute()
    await trx.updateTable('recebimento').set(RECEBIMENTO).execute()
    const semente = opcoes.semente ?? 20_261_124
    const sorteio = criarSorteio(semente)
    const nomes = criarSorteio(semente + 1) // separate, so that a new name in a list changes nobody's story
    const [chave] = await chavesDeHash(trx, opcoes.chaveSecreta)
    const cena: Cenario = {
      trx,
      sorteio,
      agora: opcoes.agora,
      operadores: usuarios.slice(1),
      redigir,
      canonico,
      hashDe: (canonico) => ({ hash: hashDe(chave!, { canonico }), hash_chave: chave!.id }),
    }
    const hoje = diaDe(opcoes.agora)
    for (let indice = 0; indice < (opcoes.clientes ?? CLIENTES); indice += 1) {
      const ficha = sortearFicha(nomes, indice + 1)
      await gravarHistoria(
        cena,
        ficha,
        contarHistoria(sorteio, sortearEnredo(sorteio, ficha.telefone !== null), hoje, 14_000 + indice * 9),
        indice,
      )
    }
    await anotarHistoria(cena, criarSorteio(semente + 2))
    await gravarExtratos(cena, criarSorteio(semente + 3), usuarios[0]!)
    await registrarPassado(trx)
    await tratar(cena, opcoes.armazem)
    await combinar(cena, usuarios[0]!)
    await importarLista(cena, usuarios[0]!)
    await saberDasPessoas(cena)
    await registrar(trx, {
      agora: opcoes.agora,
      acao: 'demonstracao.criar',
      descricao: `Empresa de demonstração criada, com ${CLIENTES} clientes fictícios.`,
    })
  })
}

type Login = { papel: Papel; nome: string; email: string }
async function criarUsuarios(trx: Trx, pessoas: Login[], senhas: string[], agora: Date): Promise<number[]> {
  const linhas = pessoas.map(({ papel, nome, email }, i) => ({
    name: nome,
    email,
    senha_hash: senhas[i]!,
    role: papel,
    // Operators are at work since the morning; the administrator is about to come in.
    ultima_entrada_em: papel === 'operador' ? new Date(agora.getTime() - ENTRARAM_HA_MS - i * UM_QUARTO_MS) : null,
    created_at: agora,
    updated_at: agora,
  }))
  return (await trx.insertInto('usuario').values(linhas).returning('id').execute()).map(({ id }) => id)
}

const redigir: Cenario['redigir'] = ({ tipo, contas, dia }, { nome, documento }) =>
  preencher(
    MODELOS_PADRAO[tipo].texto,
    valoresDoModelo({
      nome,
      documento,
      empresa: EMPRESA,
      pix: PIX,
      operador: null,
      contas: contas.map((conta) => ({
        numero: conta.numero,
        parcela: conta.parcela,
        abertoCentavos: conta.valorCentavos,
        atualizadoCentavos: valorAtualizado(conta.valorCentavos, conta.vencimentoUtil, dia, TAXAS),
        vencimento: conta.vencimento,
        diasAtraso: Math.max(0, diasEntre(conta.vencimentoUtil, dia)),
      })),
    }),
  ).conteudo
