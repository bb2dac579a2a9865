import type { Cliente } from '#contract/clientes.ts'
import type { Mensagem } from '#contract/mensagens.ts'
import { MINUTO_MS } from '#domain/data.ts'
import { useAgora } from '#web/api/useAgora.ts'
import { dinheiro, duracao, plural, quando, restaDaJanela } from '#web/ui/formatos.ts'
import type { Icon } from '#web/ui/icon.tsx'
import { ImageOutlined } from '#web/ui/icons/ImageOutlined.tsx'
import { InsertDriveFileOutlined } from '#web/ui/icons/InsertDriveFileOutlined.tsx'
import { MicOutlined } from '#web/ui/icons/MicOutlined.tsx'
import { VideocamOutlined } from '#web/ui/icons/VideocamOutlined.tsx'
import { Janela } from '#web/ui/Janela.tsx'
import { motivoFila, statusCliente } from '#web/ui/StatusChip.tsx'
import { oQueFoiDito, porque, porquePausado } from './porque.ts'
import './fila.css'

const ESPERA_LONGA_MS = 90 * 60_000

/** One customer in a list: name and wait; last message or the reason, unread; money late, days, window. */
export function ItemCliente({ cliente }: { cliente: Cliente }) {
  const agora = useAgora()
  return (
    <div className="item-cliente">
      <div>
        <div className="nome corta">{cliente.nome}</div>
        <div className="lado">
          <Quando cliente={cliente} agora={agora} />
        </div>
      </div>
      <div>
        <Assunto cliente={cliente} />
        {cliente.nao_lidas > 0 && (
          <div className="lado">
            <NaoLidas n={cliente.nao_lidas} />
          </div>
        )}
      </div>
      <Dinheiro cliente={cliente} agora={agora} />
    </div>
  )
}

/** A customer who owes nothing shows no amount, and the window only while they write. */
function Dinheiro({ cliente, agora }: { cliente: Cliente; agora: Date }) {
  const emAtraso = cliente.contas_vencidas > 0
  const deve = cliente.contas_em_aberto > 0
  // A narrow list has room for one: money on its way comes first, as it is why nothing goes out, however late the account.
  const atraso = plural(cliente.dias_atraso, 'dia', 'dias')
  return (
    <div>
      <div
        className="dinheiro corta"
        title={deve ? `${emAtraso ? 'Vencido' : 'A vencer'}, sem multa e juros` : undefined}
      >
        {deve ? <b>{dinheiro(emAtraso ? cliente.valor_vencido : cliente.valor_em_aberto)}</b> : 'Nada em aberto'}
        {deve && !emAtraso && ' a vencer'}
        {deve && <span className="so-leitor">{emAtraso ? ' vencidos sem encargos' : ' sem encargos'}</span>}
        {emAtraso && <span className={cliente.a_caminho ? 'so-leitor' : ''}> · {atraso}</span>}
        {cliente.a_caminho && ' · a caminho'}
      </div>
      {(deve || restaDaJanela(cliente.janela_ate, agora) > 0) && (
        <div className="lado">
          <Janela ate={cliente.janela_ate} curta apertada={cliente.a_caminho} />
        </div>
      )}
    </div>
  )
}

function Quando({ cliente, agora }: { cliente: Cliente; agora: Date }) {
  if (!cliente.aguardando_desde)
    return cliente.ultima_mensagem && <span>{quando(cliente.ultima_mensagem.created_at, agora)}</span>
  const espera = agora.getTime() - Date.parse(cliente.aguardando_desde)
  return (
    <span className={espera > ESPERA_LONGA_MS ? 'longa' : ''}>
      <span className="so-leitor">{espera < MINUTO_MS ? 'espera desde ' : 'espera há '}</span>
      {duracao(espera)}
    </span>
  )
}

/** A message that is not text is told by its icon too. */
const ICONE_DO_TIPO: Partial<Record<Mensagem['tipo'], Icon>> = {
  audio: MicOutlined,
  imagem: ImageOutlined,
  video: VideocamOutlined,
  documento: InsertDriveFileOutlined,
}

/** Why the customer waits when nobody wrote, else the last message. */
function Assunto({ cliente }: { cliente: Cliente }) {
  const semPalavras = cliente.aguardando_motivo && cliente.aguardando_motivo !== 'respondeu'
  const aparencia = semPalavras ? motivoFila[cliente.aguardando_motivo!] : statusCliente[cliente.status]
  const DoTipo = cliente.ultima_mensagem ? ICONE_DO_TIPO[cliente.ultima_mensagem.tipo] : undefined
  const Icone = aparencia.icone
  return (
    <div className={cliente.nao_lidas > 0 ? 'assunto nova' : 'assunto'}>
      {semPalavras || (cliente.status !== 'aguardando_atendimento' && cliente.status !== 'em_atendimento') ? (
        <Icone data-tom={aparencia.tom} titulo={aparencia.rotulo} />
      ) : (
        DoTipo && <DoTipo aria-hidden />
      )}
      <span className="corta">
        {semPalavras
          ? porque(cliente)
          : cliente.status === 'pausado'
            ? porquePausado(cliente)
            : cliente.ultima_mensagem
              ? oQueFoiDito(cliente.ultima_mensagem)
              : aparencia.rotulo}
      </span>
    </div>
  )
}

export function NaoLidas({ n }: { n: number }) {
  return (
    <span className="nao-lidas">
      {n}
      <span className="so-leitor">{n === 1 ? ' não lida' : ' não lidas'}</span>
    </span>
  )
}
