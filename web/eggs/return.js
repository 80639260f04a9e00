// A tap that came before the page's code has led to the plain page. Most of the code has come when this runs.

import '../shared/watch.js';

location.replace('/');
