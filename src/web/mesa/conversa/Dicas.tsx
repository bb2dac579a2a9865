import type { ReactNode } from 'react'
import type { ClienteDetalhado } from '#contract/ficha.ts'
import type { Mensagem } from '#contract/mensagens.ts'
import { contestavel, emAberto, prometivel } from '#domain/conta.ts'
import { hoje } from '#web/api/agora.ts'
import { podeNegociar } from '#web/clientes/clientes.api.ts'
import { enviarPix } from '#web/codigos/dialogos.tsx'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { contestar } from '#web/contestacoes/dialogos.tsx'
import { prometer } from '#web/promessas/dialogos.tsx'
import type { Comando } from '#web/shell/teclas.ts'
import { Button } from '#web/ui/Button.tsx'
import { diaEMes, dinheiro } from '#web/ui/formatos.ts'
import { ErrorOutlineOutlined as ErrorOutlined } from '#web/ui/icons/ErrorOutlineOutlined.tsx'
import { EventAvailableOutlined } from '#web/ui/icons/EventAvailableOutlined.tsx'
import { HandshakeOutlined } from '#web/ui/icons/HandshakeOutlined.tsx'
import { PixOutlined } from '#web/ui/icons/PixOutlined.tsx'
import { useMudarFiltros } from '#web/ui/useFiltros.ts'

interface Props {
  mensagem: Mensagem
  cliente: ClienteDetalhado
  selecao: Selecao
}

/** What a message seems to ask for, as one press each: nothing is done until somebody presses. */
export function Dicas(props: Props) {
  const dicas = useDicas(props)
  if (dicas.length === 0) return null
  return (
    <fieldset className="dicas" aria-label="O que fazer com esta mensagem">
      {dicas.map(({ rotulo, icone, comando, fazer }) => (
        <Button key={rotulo} data-comando={comando} size="small" variant="outlined" startIcon={icone} onClick={fazer}>
          {rotulo}
        </Button>
      ))}
    </fieldset>
  )
}

interface Dica {
  rotulo: string
  icone: ReactNode
  /** Whose key presses it while it is in view (`apertarDica`). */
  comando?: Comando
  fazer: () => void
}

/** Only what may still be done of what the words ask for. */
function useDicas({ mensagem, cliente, selecao }: Props): Dica[] {
  const mudar = useMudarFiltros()
  const pedida = (...quais: Mensagem['intencoes'][number]['intencao'][]) =>
    mensagem.intencoes.find(({ intencao }) => quais.includes(intencao))
  const contas = selecao.contas.map(({ id }) => id)
  const dicas: Dica[] = []

  const paga = pedida('paga_em')
  if (paga && cliente.contas.some(prometivel) && (paga.dia === null || paga.dia >= hoje()))
    dicas.push({
      rotulo: ['Registrar promessa', paga.dia && `até ${diaEMes(paga.dia)}`, paga.valor && dinheiro(paga.valor)]
        .filter(Boolean)
        .join(' · '),
      icone: <EventAvailableOutlined />,
      comando: 'prometer',
      fazer: () => void prometer(cliente, { contas, ate: paga.dia, valor: paga.valor }),
    })
  const motivo = pedida('ja_paguei') ? 'ja_paguei' : pedida('nao_reconheco') && 'nao_reconheco'
  if (motivo && cliente.contas.some(contestavel))
    dicas.push({
      rotulo: 'Abrir contestação',
      icone: <ErrorOutlined />,
      comando: 'contestar',
      fazer: () => void contestar(cliente, { contas, motivo, texto: mensagem.conteudo.slice(0, 1000) }),
    })
  if (pedida('pede_codigo') && cliente.contas.some(emAberto))
    dicas.push({ rotulo: 'Enviar Pix', icone: <PixOutlined />, fazer: () => void enviarPix(cliente, contas) })
  if (pedida('quer_parcelar', 'sem_condicoes') && podeNegociar(cliente) && contas.length > 0)
    dicas.push({
      rotulo: 'Negociar',
      icone: <HandshakeOutlined />,
      fazer: () => mudar({ painel: 'negociar' }, { empurrar: true }),
    })
  return dicas
}
