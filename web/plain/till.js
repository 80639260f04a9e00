// Shows the sentence of the till's pages for browsers that can't run their code.
if (!('noModule' in document.createElement('script'))) document.getElementById('too-old').removeAttribute('hidden');
