import { descartar, usePendentes } from '#web/mensagens/filaDeEnvio.ts'
import { useRascunho } from '#web/mensagens/useRascunho.ts'
import { Button } from '#web/ui/Button.tsx'
import { copiarTexto } from '#web/ui/copiarTexto.ts'
import { EmptyState } from '#web/ui/estados.tsx'
import { PersonOffOutlined } from '#web/ui/icons/PersonOffOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'

// Of the panes' code, which the desk loads anyway.
const AnexosGuardados = onDemand(() => import('./paineis.tsx'), 'AnexosGuardados')

interface Props {
  id: number
  /** Unknown where the page was read again since. */
  nome: string | undefined
  aoVoltar: () => void
}

/** Another operator has the customer now, or nobody; what was being written, and what was refused for it, can still be copied. */
export function ComOutro({ id, nome, aoVoltar }: Props) {
  const [rascunho, guardar] = useRascunho(id)
  const [acordo, guardarAcordo] = useRascunho(id, ':acordo')
  const recusadas = usePendentes(id).filter(({ estado }) => estado === 'recusada')
  const texto = [
    ...recusadas.flatMap(({ arquivo, conteudo }) => [arquivo?.name, conteudo]),
    rascunho,
    acordo && JSON.parse(acordo).observacao,
  ]
    .filter(Boolean)
    .join('\n\n')
  const largar = (quais: typeof recusadas) => {
    guardar('')
    quais.forEach(descartar)
  }
  const copiar = async () => {
    // What was copied is not all of a file, nor of an agreement: they may be nowhere else.
    if (await copiarTexto(texto, 'Texto copiado.')) largar(recusadas.filter(({ arquivo }) => !arquivo))
  }
  const descartarTudo = () => {
    largar(recusadas)
    guardarAcordo('')
  }
  return (
    <EmptyState
      icone={PersonOffOutlined}
      titulo={`${nome ?? 'Este cliente'} não está com você`}
      texto="Está com outro operador, que é quem vê a conversa e as contas, ou saiu com uma importação desfeita."
      acao={
        <>
          <AnexosGuardados clienteId={id} />
          {texto && (
            <div className="texto-guardado">
              <p>{recusadas.length > 0 ? 'Você escreveu, e não foi enviado:' : 'Você estava escrevendo:'}</p>
              <blockquote>{texto}</blockquote>
              {/* Without TLS the browser lets no page write there: the text can still be selected. */}
              {'clipboard' in navigator && <Button onClick={() => void copiar()}>Copiar o texto</Button>}
              <Button onClick={descartarTudo}>Descartar</Button>
            </div>
          )}
          <Button className={texto ? 'outlined' : ''} onClick={aoVoltar}>
            Voltar à lista
          </Button>
        </>
      }
    />
  )
}
