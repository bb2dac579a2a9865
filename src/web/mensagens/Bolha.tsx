import { memo, type ReactNode, useState } from 'react'
import type { Mensagem } from '#contract/mensagens.ts'
import { destinoDaMensagem } from '#domain/explicacao.ts'
import { hora, passoCurto } from '#web/ui/formatos.ts'
import { BlockOutlined } from '#web/ui/icons/BlockOutlined.tsx'
import { ErrorOutlineOutlined as ErrorOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { ScheduleOutlined } from '#web/ui/icons/ScheduleOutlined.tsx'
import { Miniatura } from './Anexos.tsx'
import { legendaDe } from './conversa.ts'
import type { Pendente } from './filaDeEnvio.ts'
import { Midia } from './Midia.tsx'
import { nomeDoModelo } from './palavras.ts'
import { Automatica, Feito, FeitoTodos } from './tracos.tsx'

interface Props {
  mensagem: Mensagem
  primeira: boolean
  ultima: boolean
  /** Messages of the engine are folded, but for the latest. */
  dobrada: boolean
  aoReenviar?: ((mensagem: Mensagem) => void) | undefined
}
const classes = (...nomes: (string | false)[]) => nomes.filter(Boolean).join(' ')

/** One message: the customer's at the left, ours at the right, the engine's in violet with step and template. */
export const Bolha = memo(function Bolha({ mensagem, primeira, ultima, dobrada, aoReenviar }: Props) {
  const falhou = mensagem.status === 'falha'
  const texto = legendaDe(mensagem)
  return (
    <div
      data-chave={`mensagem-${mensagem.id}`}
      className={classes(
        'fala stack',
        primeira && 'primeira',
        ultima && 'ultima',
        mensagem.direcao === 'enviada' && 'minha',
        mensagem.automatica && 'automatica',
        falhou && 'falhou',
      )}
    >
      <div className="balao">
        <DeQuem mensagem={mensagem} primeira={primeira} />
        {!mensagem.apagada && <Midia mensagem={mensagem} />}
        {mensagem.apagada && <div className="balao-apagada">O cliente apagou esta mensagem.</div>}
        {mensagem.partes?.cabecalho && <b className="balao-texto">{mensagem.partes.cabecalho}</b>}
        {texto && <Texto dobrado={dobrada && mensagem.automatica}>{texto}</Texto>}
        <Pe mensagem={mensagem} />
        {mensagem.partes?.botoes.map((botao) => (
          <div key={botao} className="balao-botao menor forte">
            {botao}
          </div>
        ))}
        {mensagem.reacao && (
          <span className="balao-reacao">
            <span className="so-leitor">Reação: </span>
            {mensagem.reacao}
          </span>
        )}
      </div>
      {mensagem.direcao === 'recebida' && mensagem.erro && !mensagem.apagada && (
        <Estado>{mensagem.erro.mensagem}</Estado>
      )}
      {falhou && (
        <Estado>
          {mensagem.erro?.mensagem || 'A mensagem não foi entregue.'}
          {aoReenviar && (
            <button type="button" onClick={() => aoReenviar(mensagem)}>
              Tentar de novo
            </button>
          )}
        </Estado>
      )}
    </div>
  )
})

/** Above its text: what sent it, if not a person; a person's name is for screen readers only. */
function DeQuem({ mensagem, primeira }: Pick<Props, 'mensagem' | 'primeira'>) {
  const { automatica, passo, modelo, autor } = mensagem
  if (automatica)
    return (
      <div className="balao-passo row forte">
        <Automatica />
        {['Automática', passo !== null && passoCurto(passo), nomeDoModelo(modelo)].filter(Boolean).join(' · ')}
      </div>
    )
  return (
    <>
      {mensagem.tipo === 'pagina' && <div className="balao-passo row forte">Na página do cliente</div>}
      {autor && primeira && <span className="so-leitor">{autor.name}: </span>}
    </>
  )
}

const Estado = ({ children }: { children: ReactNode }) => (
  <div className="fala-estado row wrap to-end cinza">{children}</div>
)

/** More lines than stand in a folded message. */
const LONGO = /(\n[^\n]*){3}|.{170}/s
function Texto({ dobrado, children }: { dobrado: boolean; children: string }) {
  const [aberto, setAberto] = useState(false)
  if (!dobrado || !LONGO.test(children)) return <div className="balao-texto">{children}</div>
  return (
    <>
      <div className={classes('balao-texto', !aberto && 'dobrado')}>{children}</div>
      <button type="button" className="balao-desdobrar" aria-expanded={aberto} onClick={() => setAberto(!aberto)}>
        {aberto ? 'Ver menos' : 'Ver a mensagem inteira'}
      </button>
    </>
  )
}

const MARCAS = {
  pendente: ScheduleOutlined,
  enviada: Feito,
  entregue: FeitoTodos,
  lida: FeitoTodos,
  falha: ErrorOutlined,
  cancelada: BlockOutlined,
} as const

function Pe({ mensagem }: { mensagem: Mensagem }) {
  const { status, created_at } = mensagem
  const Marca = status === 'recebida' ? null : MARCAS[status]
  const emPalavras = status === 'falha' || status === 'cancelada'
  return (
    <div className="balao-pe row to-end gap-4 cinza">
      {mensagem.editada && 'editada'}
      {emPalavras && destinoDaMensagem(status)}
      <time dateTime={created_at}>{hora(created_at)}</time>
      {Marca && (
        <Marca
          className={status === 'lida' ? 'lida' : ''}
          {...(emPalavras ? { 'aria-hidden': true } : { titulo: destinoDaMensagem(status) })}
        />
      )}
    </div>
  )
}

/** Its picture or its name, and how much of it has gone. */
const ArquivoPendente = ({ arquivo, progresso }: { arquivo: File; progresso: number }) => (
  <div className="balao-arquivo grid menor gap-4 quebra">
    <Miniatura arquivo={arquivo} lado={arquivo.type.startsWith('image/') ? 120 : 40} />
    <span>{arquivo.name}</span>
    <progress value={progresso} aria-label={`Enviando ${arquivo.name}`} />
  </div>
)

interface PendenteProps {
  pendente: Pendente
  primeira: boolean
  acoes: ReactNode
}

/** A message that the server does not have yet: on its way, waiting for the network, or refused with the reason. */
export function BolhaPendente({ pendente, primeira, acoes }: PendenteProps) {
  const recusada = pendente.estado === 'recusada'
  return (
    <div
      data-chave={pendente.chave}
      className={classes('fala stack', 'minha', 'ultima', primeira && 'primeira', recusada && 'falhou')}
    >
      <div className="balao">
        {pendente.arquivo && <ArquivoPendente arquivo={pendente.arquivo} progresso={pendente.progresso ?? 0} />}
        {pendente.arquivoDe !== undefined && (
          <div className="balao-arquivo grid menor gap-4 quebra">O mesmo arquivo, outra vez</div>
        )}
        {pendente.conteudo && <div className="balao-texto">{pendente.conteudo}</div>}
        <div className="balao-pe row to-end gap-4 cinza">
          {recusada && 'não enviada'}
          <time dateTime={pendente.criadaEm}>{hora(pendente.criadaEm)}</time>
          {recusada ? <ErrorOutlined aria-hidden /> : <ScheduleOutlined titulo="enviando" />}
        </div>
      </div>
      {pendente.estado === 'esperando' && (
        <Estado>
          {pendente.porque ? `${pendente.porque} Fica na fila e vai sozinha.` : 'na fila, sai quando a rede voltar'}
          {acoes}
        </Estado>
      )}
      {recusada && (
        <Estado>
          {pendente.porque}
          {acoes}
        </Estado>
      )}
    </div>
  )
}
