import { useRef } from 'react'
import type { ClienteDetalhado, Devolucao } from '#contract/ficha.ts'
import { acoesAceitas } from '#domain/cliente.ts'
import { somarDias } from '#domain/data.ts'
import { hoje } from '#web/api/agora.ts'
import { useAgora } from '#web/api/useAgora.ts'
import type { Acoes } from '#web/clientes/clientes.api.ts'
import { esperaPor } from '#web/clientes/porque.ts'
import { useAtalho, useComandos } from '#web/shell/useComandos.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { dia, esperaHa } from '#web/ui/formatos.ts'
import { ExpandMoreOutlined } from '#web/ui/icons/ExpandMoreOutlined.tsx'
import { Menu, MenuItem } from '#web/ui/Menu.tsx'

const podeDevolverAFila = ({ status, assumido_da_fila }: ClienteDetalhado) =>
  acoesAceitas(status, assumido_da_fila !== null).includes('devolver')

interface Props {
  cliente: ClienteDetalhado
  acoes: Acoes
  ocupado: boolean
}

/** Hands the customer back, saying what goes out today; beside it, from tomorrow on, and back to the queue it came from. */
export function Devolver({ cliente, acoes: { reativar, devolver }, ocupado }: Props) {
  const { devolucao, assumido_da_fila: lugar } = cliente
  const esperando = useAgora().getTime() - Date.parse(lugar?.desde ?? '')
  const atalho = useAtalho('devolver')
  const escolha = useRef<HTMLButtonElement>(null)
  useComandos({ devolver: ocupado ? undefined : () => escolha.current?.click() })
  const amanha = somarDias(hoje(), 1)
  const verbo = cliente.status === 'pausado' ? 'Reativar cobrança' : 'Devolver à cobrança'
  const agora = () =>
    reativar.mutate(undefined, {
      onSuccess: ({ cliente: { status } }) =>
        avisar((devolucao?.fila && NA_PROXIMA[status]) || ACONTECEU[status] || ''),
    })
  const depois = () =>
    reativar.mutate(amanha, { onSuccess: () => avisar(`A cobrança volta a cuidar deste cliente em ${dia(amanha)}.`) })
  const aFila = () =>
    devolver.mutate(undefined, { onSuccess: () => avisar('O cliente voltou à fila, no lugar que tinha.') })
  return (
    <div className="devolver row">
      <Button loading={reativar.isPending || devolver.isPending} disabled={ocupado} onClick={agora}>
        <span>
          {verbo} {devolucao && <small>{oQueSai(devolucao, cliente)}</small>}
        </span>
      </Button>
      <Menu
        rotulo="Quando e para onde"
        trigger={
          <IconButton aria-label="Quando e para onde" disabled={ocupado} ref={escolha} {...atalho}>
            <ExpandMoreOutlined />
          </IconButton>
        }
      >
        <MenuItem onClick={agora}>
          <OpcaoDevolver titulo={`${verbo} agora`} detalhe={devolucao && oQueSai(devolucao, cliente)} />
        </MenuItem>
        <MenuItem onClick={depois}>
          <OpcaoDevolver titulo="A partir de amanhã" detalhe={devolucao && proxima(devolucao.desde_amanha_em)} />
        </MenuItem>
        {podeDevolverAFila(cliente) && (
          <MenuItem onClick={aFila}>
            <OpcaoDevolver titulo="Devolver à fila" detalhe={lugar && `no lugar que tinha: ${esperaHa(esperando)}`} />
          </MenuItem>
        )}
      </Menu>
    </div>
  )
}

const ACONTECEU: Partial<Record<ClienteDetalhado['status'], string>> = {
  ativo: 'A cobrança automática voltou a cuidar deste cliente.',
  negociado: 'O acordo voltou a ser lembrado automaticamente.',
  aguardando_atendimento: 'O combinado foi quebrado durante a pausa: o cliente foi para a fila.',
}
/** Of whom the engine can do nothing for, and moves to the queue when it next runs. */
const NA_PROXIMA: typeof ACONTECEU = { ativo: 'A próxima rodada põe este cliente na fila.' }

/** In the words that end "Devolver à cobrança". */
function oQueSai({ hoje, fila, proximo_contato_em }: Devolucao, cliente: ClienteDetalhado): string {
  if (hoje) return `hoje sai “${hoje.titulo}”`
  if (fila === 'sem_resposta') return 'sem passo na régua, vai para a fila'
  if (fila) return `${esperaPor(fila, cliente)}: vai para a fila`
  return proxima(proximo_contato_em)
}

const proxima = (em: string | null) => (em ? `próxima mensagem em ${dia(em)}` : 'nenhuma mensagem prevista')

const OpcaoDevolver = ({ titulo, detalhe }: { titulo: string; detalhe: string | null }) => (
  <span className="texto-pronto">
    <b>{titulo}</b>
    {detalhe && <span>{detalhe}</span>}
  </span>
)
