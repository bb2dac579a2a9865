import { Alert } from '#web/ui/Alert.tsx'

/** What the file would change of other operators' customers waits: the server's one sentence, where there is any. */
export const EsperaAdministrador = ({ resultado }: { resultado: { espera_administrador?: string | null } }) =>
  resultado.espera_administrador && (
    <Alert tom="info" role="status">
      {resultado.espera_administrador}
    </Alert>
  )
