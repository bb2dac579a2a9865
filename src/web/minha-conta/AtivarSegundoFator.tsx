import { useState } from 'react'
import { callApi } from '#web/api/callApi.ts'
import { pendencia } from '#web/api/pendencia.ts'
import { inicioDe } from '#web/api/sessao.ts'
import { useUsuario } from '#web/api/useSessao.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { copiarTexto } from '#web/ui/copiarTexto.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FormDialog } from '#web/ui/FormDialog.tsx'
import { FormTextField } from '#web/ui/formFields.tsx'
import { useAvisoAoSair } from '#web/ui/useSaida.ts'
import './minha-conta.css'

interface Props {
  segredo: string
  qr: string
  aoAtivar: () => void
  aoFechar: () => void
}

/** The QR for the telephone, a first code from it, and then the recovery codes, which are never shown again. */
export function AtivarSegundoFator({ segredo, qr, aoAtivar, aoFechar }: Props) {
  const { role } = useUsuario()
  const [codigos, setCodigos] = useState<string[]>()
  const terminar = () => {
    // Reloads, so that what was refused until now is fetched from the start.
    if (pendencia.ler()) window.location.assign(inicioDe(role))
    aoFechar()
  }
  if (codigos) return <CodigosDeRecuperacao codigos={codigos} aoGuardar={terminar} />
  return (
    <FormDialog
      titulo="Ativar segundo fator"
      acao="Ativar"
      valores={{ codigo: '' }}
      aoFechar={aoFechar}
      aoSalvar={async (body) => {
        const { codigos: novos } = await callApi('POST /api/me/segundo-fator/confirmar', { body })
        aoAtivar()
        setCodigos(novos)
      }}
    >
      {({ control }) => (
        <>
          <p>
            Abra no celular um aplicativo autenticador (Google Authenticator, Microsoft Authenticator, 1Password ou
            outro), adicione uma conta e aponte a câmera para o QR.
          </p>
          <img className="conta-qr" src={qr} alt="QR do segundo fator" width={200} height={200} />
          <p className="miudo">
            Sem câmera, digite no aplicativo esta chave:{' '}
            <code className="quebra">{segredo.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
          <FormTextField
            control={control}
            nome="codigo"
            rotulo="Código que o aplicativo mostra"
            inputMode="numeric"
            autoComplete="one-time-code"
            data-autofocus
            regras={{ required: 'Digite os seis números que o aplicativo mostra.' }}
          />
        </>
      )}
    </FormDialog>
  )
}

const dispensado = () => undefined

/** The codes are shown only this once, so the dialog does not close by mistake. */
function CodigosDeRecuperacao({ codigos, aoGuardar }: { codigos: string[]; aoGuardar: () => void }) {
  const [guardei, setGuardei] = useState(false)
  useAvisoAoSair(!guardei)
  return (
    <Dialog
      titulo="Guarde os códigos de recuperação"
      className="conta-codigos-dialogo"
      aoFechar={guardei ? aoGuardar : dispensado}
      acoes={
        <>
          <Button onClick={() => void copiarTexto(codigos.join('\n'), 'Códigos copiados.')}>Copiar</Button>
          <Button onClick={() => window.print()}>Imprimir</Button>
          <Button variant="contained" disabled={!guardei} onClick={aoGuardar}>
            Concluir
          </Button>
        </>
      }
    >
      <p>
        O segundo fator está ativo. Se você perder o celular, entre com um destes códigos no lugar do que o aplicativo
        mostra. Cada um serve uma vez, e eles não aparecem de novo.
      </p>
      <ol className="conta-codigos algarismos">
        {codigos.map((codigo) => (
          <li key={codigo}>
            <code>{codigo}</code>
          </li>
        ))}
      </ol>
      <Checkbox
        rotulo="Guardei os códigos em lugar seguro"
        checked={guardei}
        onChange={({ target }) => setGuardei(target.checked)}
      />
    </Dialog>
  )
}
