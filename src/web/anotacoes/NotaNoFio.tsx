import type { Anotacao } from '#contract/anotacoes.ts'
import { fraseDe } from '#web/api/erro.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { confirmar } from '#web/ui/dialogos.tsx'
import { hora, quando } from '#web/ui/formatos.ts'
import { MoreHorizOutlined } from '#web/ui/icons/MoreHorizOutlined.tsx'
import { PushPinOutlined } from '#web/ui/icons/PushPinOutlined.tsx'
import { StickyNote2Outlined } from '#web/ui/icons/StickyNote2Outlined.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'
import { useAnotacoes } from './anotacoes.api.ts'
import { anotar } from './dialogos.tsx'
import { emPartes } from './mencoes.ts'
import './anotacoes.css'

interface Props {
  anotacao: Anotacao
  cliente: { id: number; nome: string }
}

/** A note in its place in the talk: never taken for a message, whoever reads it. */
export const NotaNoFio = ({ anotacao, cliente }: Props) => (
  <div className="nota" data-chave={`anotacao-${anotacao.id}`}>
    <div className="row gap-8 menor">
      <StickyNote2Outlined size={16} aria-hidden />
      <span className="grow">
        <b>Anotação</b> de {anotacao.autor.name} · {hora(anotacao.created_at)}
        {anotacao.editada_em && ' · editada'}
      </span>
      <Acoes anotacao={anotacao} cliente={cliente} />
    </div>
    <Texto anotacao={anotacao} />
  </div>
)

/** What is pinned, on top of the talk. */
export function Fixadas({ anotacoes, cliente }: { anotacoes: Anotacao[]; cliente: Props['cliente'] }) {
  const agora = new Date()
  const fixadas = anotacoes.filter(({ fixada }) => fixada)
  if (fixadas.length === 0) return null
  return (
    <ul className="fixadas rigid lista-simples" aria-label="Anotações fixadas">
      {fixadas.toReversed().map((anotacao) => (
        <li key={anotacao.id} className="nota row gap-8">
          <PushPinOutlined size={16} aria-hidden />
          <div className="grow">
            <Texto anotacao={anotacao} />
            <span className="miudo">
              {anotacao.autor.name}, {quando(anotacao.created_at, agora)}
            </span>
          </div>
          <Acoes anotacao={anotacao} cliente={cliente} />
        </li>
      ))}
    </ul>
  )
}

const Texto = ({ anotacao: { texto, mencoes } }: { anotacao: Anotacao }) => (
  <p className="nota-texto quebra">
    {emPartes(texto, mencoes).map((parte, i) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which has no other order
      parte.mencao ? <b key={i}>{parte.texto}</b> : parte.texto,
    )}
  </p>
)

function Acoes({ anotacao, cliente }: Props) {
  const eu = useUsuario()
  const { mudar, apagar } = useAnotacoes(cliente.id)
  const aoFalhar = { onError: (erro: unknown) => avisar(fraseDe(erro)) }
  const tirar = async () => {
    const certo = await confirmar({
      titulo: 'Apagar esta anotação?',
      texto: 'Ela some da conversa e do histórico; fica registrado que você a apagou.',
      acao: 'Apagar anotação',
      perigo: true,
    })
    if (certo) apagar.mutate(anotacao.id, aoFalhar)
  }
  return (
    <Menu
      rotulo="Ações da anotação"
      trigger={
        <IconButton size="small" aria-label={`Ações da anotação de ${anotacao.autor.name}`}>
          <MoreHorizOutlined size={20} />
        </IconButton>
      }
    >
      <MenuItem onClick={() => mudar.mutate({ anotacao: anotacao.id, fixada: !anotacao.fixada }, aoFalhar)}>
        {anotacao.fixada ? 'Soltar do topo' : 'Fixar no topo'}
      </MenuItem>
      {anotacao.autor.id === eu.id && (
        <>
          <MenuItem onClick={() => void anotar(cliente, anotacao)}>Mudar</MenuItem>
          <MenuItem danger onClick={() => void tirar()}>
            Apagar
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
